// A task to measure, with what it reads and what is said about it.
#pragma once

#include "lab/algorithms/values.h"

#include <string>

namespace pn::bench {

struct LabSettings
{
    lab::Algorithm algorithm = lab::Algorithm::Reduce;
    std::uint64_t elements = 0;  // 0: several times a cache of the device
    std::uint32_t groupSize = 0; // 0: what has been the fastest
    std::uint32_t runs = 20;     // the median counts
    lab::Operator op{};
    lab::Values values = lab::Values::Random;
    bool isExclusive = false;                        // of scans
    bool isMasked = false;                           // of a compaction
    double keptShare = 0.01;                         // of a compaction
    std::uint32_t binBits = 8;                       // of a histogram
    lab::Words texels;                               // of a histogram; empty: random ones
    std::string texelsName = "random texels";        // likewise
    lab::Lengths lengths = lab::Lengths::LogUniform; // of segmented sums
    std::uint32_t columns = 0;                       // of a transpose; 0: as many as there are rows, about
};

struct LabCase
{
    lab::Task task;
    std::string what = {};   // "sum of 33554432 floats (128 MiB)"
    lab::Words block = {};   // of elements; the input repeats it
    lab::Words second = {};  // of flags or of a mask; empty where there is none
    lab::Words third = {};   // buffer 2, as it is before the first run
    std::uint64_t bytes = 0; // that must be read and written, however often a rung does so
    bool copies = false;     // the limit is that of a copy, not of a read

    lab::Inputs inputs() const; // what the device reads, for the oracle
    std::uint64_t planeBytes() const;
};

// device: a task that has the facts of a device.
LabCase makeCase(const LabSettings& settings, std::uint64_t elements, const lab::Task& device);

} // namespace pn::bench
