// The twins of the segmented kernels.
#include "lab/algorithms/operators.h"
#include "lab/algorithms/segmented.h"

#include "lab/shaders/lab_segmented.h"

namespace pn::lab {
namespace {

using Word = std::uint32_t;

// The tree of the kernels segmented_groups and segmented_subgroups: lanes stride over the words, then halves are
// combined.
Word stridedSum(Operator op, std::span<const Word> words, std::size_t laneCount)
{
    std::vector<Word> lanes(laneCount);
    for (std::size_t i = 0; i < words.size(); ++i)
        lanes[i % laneCount] = combine(op, lanes[i % laneCount], words[i]);
    for (std::size_t stride = laneCount / 2; stride > 0; stride /= 2)
        for (std::size_t i = 0; i < stride; ++i)
            lanes[i] = combine(op, lanes[i], lanes[i + stride]);
    return lanes[0];
}

} // namespace

std::vector<std::uint32_t> segmentedSumOnCpu(const Rung& rung, Operator op, std::span<const std::uint32_t> words,
                                             std::span<const std::uint32_t> offsets)
{
    const std::size_t lanes = rung.name == "lanes"    ? 1
                              : rung.name == "groups" ? shared::kLabLanes
                                                      : shared::kLabSegmentLanes;
    std::vector<Word> sums;
    for (std::size_t s = 0; s + 1 < offsets.size(); ++s)
        sums.push_back(stridedSum(op, words.subspan(offsets[s], offsets[s + 1] - offsets[s]), lanes));
    return sums;
}

} // namespace pn::lab
