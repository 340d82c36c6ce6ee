#include "lab/algorithms/segmented.h"

#include "lab/shaders/lab_segmented.h"

namespace pn::lab {
namespace {

using namespace pn::shared;

constexpr BufferNumber kElements = 0, kResults = 1, kOffsets = 2;

std::vector<std::uint32_t> constants(Operator op)
{
    return {0, std::uint32_t(op)};
}

// The rungs of one dispatch: its kernel, and how many segments one group takes.
struct SegmentKernel
{
    std::string_view name;
    std::uint32_t groupSegments;
};

constexpr SegmentKernel kSegmentKernels[] = {
    {"segmented_lanes", kLabLanes}, {"segmented_groups", 1}, {"segmented_subgroups", kLabGroupSegments}};

// Words of one table of the tiles' buffer.
std::uint32_t tableWords(std::uint32_t tiles)
{
    return blocksOf(tiles, 4) * 4;
}

void addTiles(Recording& recording, Operator op, const LabSegmentedParams& params)
{
    const BufferNumber tiles = recording.addScratch(2ull * tableWords(params.tileCount) + 1);
    const auto add = [&](std::string_view kernel, std::uint32_t groups) {
        recording.commands.push_back(
            Dispatch{kernel, constants(op), {kElements, kResults, kOffsets, tiles}, wordsOf(params), groups});
    };
    recording.commands.push_back(Fill{kResults, 0});
    add("segmented_bounds", blocksOf(params.tileCount + 1, kLabLanes));
    add("segmented_tiles", params.tileCount);
    add("segmented_carries", blocksOf(params.tileCount, kLabLanes));
}

} // namespace

Recording planSegmentedSum(const Rung& rung, Operator op, std::uint32_t count, std::uint32_t segmentCount)
{
    Recording recording{3, {}, {}};
    if (segmentCount == 0)
        return recording;
    const LabSegmentedParams params{count, blocksOf(count, kLabTile), segmentCount};
    if (count == 0)
        recording.commands.push_back(Fill{kResults, 0});
    else if (rung.name == "tiles")
        addTiles(recording, op, params);
    else
    {
        const SegmentKernel& kernel = kSegmentKernels[rung.number - 1];
        recording.commands.push_back(Dispatch{kernel.name,
                                              constants(op),
                                              {kElements, kResults, kOffsets, kNoBuffer},
                                              wordsOf(params),
                                              blocksOf(segmentCount, kernel.groupSegments)});
    }
    return recording;
}

} // namespace pn::lab
