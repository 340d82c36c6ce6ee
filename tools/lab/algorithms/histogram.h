#pragma once

#include "lab/algorithms/algorithm.h"
#include "lab/algorithms/recording.h"

#include <vector>

// Counts of elements by bin.
namespace pn::lab {

// global: atomics on global memory; shared: bins of each group; copies: several of them per group; subgroups: and one
// addition for a subgroup whose elements share a bin
std::span<const AlgorithmRung> histogramRungs();

// What the plan needs to know about the device.
struct HistogramLimits
{
    std::uint32_t groupSize = 256;
    std::uint32_t sharedBytes = 16384; // per group; the least that Vulkan allows
};

// Buffers 0 and 1 are count elements, padded to a multiple of 16 bytes, and the bins.
Recording planHistogram(const AlgorithmRung& rung, const HistogramShape& shape, std::uint32_t count,
                        const HistogramLimits& limits);

// The twin of all rungs: integers have no order. words: two per texel.
std::vector<std::uint32_t> histogramOnCpu(const HistogramShape& shape, std::span<const std::uint32_t> words);

} // namespace pn::lab
