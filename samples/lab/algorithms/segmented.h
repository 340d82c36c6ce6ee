#pragma once

#include "lab/algorithms/operators.h"
#include "lab/algorithms/recording.h"

#include <vector>

// Sums of consecutive segments of any lengths, 0 too.
namespace pn::lab {

// Buffers 0 to 2 are count elements, segmentCount results, and segmentCount + 1 offsets that rise from 0 to count.
Recording planSegmentedSum(const Rung& rung, Operator op, std::uint32_t count, std::uint32_t segmentCount);

// The twins: the same operations in the same order, and so the same bits.
std::vector<std::uint32_t> segmentedSumOnCpu(const Rung& rung, Operator op, std::span<const std::uint32_t> words,
                                             std::span<const std::uint32_t> offsets);

} // namespace pn::lab
