#include "lab/algorithms/segmented.h"

#include "lab/shaders/lab_segmented.h"

namespace pn::lab {
namespace {

using namespace pn::shared;

constexpr BufferNumber kElements = 0, kResults = 1, kOffsets = 2;

// A rung's kernel, and how many segments one group takes.
struct SegmentKernel
{
    std::string_view name;
    std::uint32_t groupSegments;
};

constexpr SegmentKernel kSegmentKernels[] = {
    {"segmented_lanes", kLabLanes}, {"segmented_groups", 1}, {"segmented_subgroups", kLabGroupSegments}};

} // namespace

Recording planSegmentedSum(const Rung& rung, Operator op, std::uint32_t count, std::uint32_t segmentCount)
{
    Recording recording{3, {}, {}};
    if (segmentCount == 0)
        return recording;
    if (count == 0)
    {
        recording.commands.push_back(Fill{kResults, 0});
        return recording;
    }
    const SegmentKernel& kernel = kSegmentKernels[rung.number - 1];
    recording.commands.push_back(Dispatch{kernel.name,
                                          {0, std::uint32_t(op)},
                                          {kElements, kResults, kOffsets, kNoBuffer},
                                          wordsOf(LabSegmentedParams{count, segmentCount}),
                                          blocksOf(segmentCount, kernel.groupSegments)});
    return recording;
}

} // namespace pn::lab
