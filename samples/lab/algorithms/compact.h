#pragma once

#include "lab/algorithms/scan.h"

#include <vector>

// Compaction: the elements that are at least a threshold, without gaps and in their order.
namespace pn::lab {

// Buffers 0 to 2 are count elements, room for as many results, and one word: how many there are (of `bound`: 0).
Recording planCompact(const Rung& rung, std::uint32_t count, std::uint32_t threshold, const ChainTuning& tuning = {});

// The rung's twin.
std::vector<std::uint32_t> compactOnCpu(const Rung& rung, std::span<const std::uint32_t> words,
                                        std::uint32_t threshold);

} // namespace pn::lab
