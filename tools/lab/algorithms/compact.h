#pragma once

#include "lab/algorithms/algorithm.h"
#include "lab/algorithms/scan.h"

#include <vector>

// Compaction: the elements that are at least a threshold, without gaps and in their order.
namespace pn::lab {

// bound: reads and counts alone, and leaves the number of kept elements of each tile; scan: flags, their scan, and a
// pass that moves; ballot: counts per tile, their scan, and a pass that moves; packed: chunks are packed in scratch
// memory as they are read, and moved; chained: a single pass
std::span<const AlgorithmRung> compactRungs();

// Buffers 0 to 2 are count elements, room for as many results, and one word: how many there are (of `bound`: 0).
Recording planCompact(const AlgorithmRung& rung, std::uint32_t count, std::uint32_t threshold,
                      const ChainTuning& tuning = {});

// The rung's twin.
std::vector<std::uint32_t> compactOnCpu(const AlgorithmRung& rung, std::span<const std::uint32_t> words,
                                        std::uint32_t threshold);

} // namespace pn::lab
