#pragma once

#include "lab/ladder/algorithm_bench.h"

#include "lab/algorithms/recording.h"

#include <functional>
#include <string>
#include <vector>

// What each algorithm asks of a measurement: its recording, its buffers, what it must move, and how it is checked.
namespace pn::bench {

using Words = std::vector<std::uint32_t>;

struct DeviceFacts
{
    std::uint32_t maxGroupSize = 256;
    std::uint32_t sharedBytes = 16384;
    bool hasFloatAtomics = false;
};

struct AlgorithmCase
{
    std::string name;
    bool copies = false;               // writes as much as it reads
    std::uint64_t wordsPerElement = 1; // of the input
    Words block;                       // input, repeated over all of it
    std::function<std::string(std::uint64_t elements)> describe;
    std::function<std::uint64_t(std::uint64_t elements)> movedBytes; // that must be read and written
    std::function<std::uint64_t(std::uint64_t elements)> roundElements = [](std::uint64_t elements) {
        return elements;
    };
    std::function<std::uint64_t(std::uint64_t elements)> resultWords = [](std::uint64_t elements) { return elements; };
    std::function<Words(std::uint64_t elements)> third = [](std::uint64_t) { return Words(); }; // buffer 2, if any
    std::function<lab::Recording(const lab::Rung& rung, std::uint64_t elements)> plan;

    // What buffer 1 must begin with.
    std::function<Words(const lab::Rung& rung, const Words& input)> expected = {};

    std::uint32_t groupSize = shared::kLabLanes; // in lanes

    // Of a reduction instead: words of the result, and how far its bits are from the sum in double precision.
    std::uint32_t valueWords = 0;
    std::function<double(std::uint64_t bits, std::uint64_t elements)> error = {};
};

AlgorithmCase makeCase(lab::Algorithm algorithm, const AlgorithmSettings& settings, const DeviceFacts& device);

} // namespace pn::bench
