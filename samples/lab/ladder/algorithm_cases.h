#pragma once

#include "lab/ladder/algorithm_bench.h"

#include "lab/algorithms/recording.h"

#include <memory>
#include <string>
#include <vector>

// What each algorithm asks of a measurement: its recording, its buffers, what it must move, and its twin.
namespace pn::bench {

using Words = std::vector<std::uint32_t>;

struct DeviceFacts
{
    std::uint32_t maxGroupSize = 256;
    std::uint32_t sharedBytes = 16384;
    std::uint64_t maxWords = 0; // that a binding holds
    bool isSoftware = false;
};

class AlgorithmCase
{
public:
    virtual ~AlgorithmCase() = default;

    virtual std::string name() const = 0;
    virtual std::string describe(std::uint64_t elements) const = 0;
    virtual bool copies() const = 0;                                    // writes as much as it reads
    virtual std::uint64_t movedBytes(std::uint64_t elements) const = 0; // that must be read and written
    virtual std::uint64_t wordsPerElement() const { return 1; }         // of the input
    virtual std::uint64_t roundElements(std::uint64_t elements) const { return elements; }
    virtual Words block() const = 0;                                     // input, repeated over all of it
    virtual std::uint64_t resultWords(std::uint64_t elements) const = 0; // of buffer 1
    virtual Words third(std::uint64_t elements) const = 0;               // buffer 2; empty without one
    virtual lab::Recording plan(const lab::Rung& rung, std::uint64_t elements) const = 0;
    // The right results: buffer 1 must begin with them.
    virtual Words expected(const lab::Rung& rung, const Words& input) const = 0;
};

std::unique_ptr<AlgorithmCase> makeCase(lab::Algorithm algorithm, const AlgorithmSettings& settings,
                                        const DeviceFacts& device);

} // namespace pn::bench
