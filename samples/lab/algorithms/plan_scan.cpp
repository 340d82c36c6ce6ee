#include "lab/algorithms/plan.h"

#include <algorithm>
#include <bit>

namespace pn::lab {
namespace {

using namespace pn::shared;

std::uint64_t log2Of(std::uint32_t powerOfTwo)
{
    return std::uint64_t(std::bit_width(powerOfTwo)) - 1;
}

// One kernel that scans tiles by themselves: the elements of a lane, and what a tile costs.
struct TileKernel
{
    const char* name;
    std::uint32_t laneElements;
    Work (*workOf)(std::uint32_t lanes);
};

Work workOfHillisSteele(std::uint32_t lanes) // n log2(n) additions, but for lanes that have nothing before them
{
    return {lanes * log2Of(lanes) - (lanes - 1), log2Of(lanes)};
}

Work workOfBlelloch(std::uint32_t lanes) // up, down, and each element's own value
{
    const std::uint64_t tile = 2ull * lanes;
    return {2 * (tile - 1) + tile, 2 * log2Of(2 * lanes) + 1};
}

// Rows of four elements per lane: 3 additions of each vector, those over the lanes, and one per element at the end.
Work workOfRows(std::uint32_t lanes, std::uint32_t rows)
{
    return {std::uint64_t{lanes} * rows * (3 + log2Of(lanes) + 1 + 4), 3 + log2Of(lanes) + rows + 1};
}

constexpr TileKernel kHillisSteele{"scan_hillis_steele", 1, workOfHillisSteele};
constexpr TileKernel kBlelloch{"scan_blelloch", 2, workOfBlelloch};
constexpr TileKernel kSubgroups{"scan_subgroups", kLabTileElements,
                                [](std::uint32_t lanes) { return workOfRows(lanes, kLabTileElements / 4); }};

// Tiles, their sums by the same kernel, and these added to the tiles.
void addTiledScan(Recording& recording, const TileKernel& kernel, Task task, BufferNumber from, BufferNumber to)
{
    const std::uint32_t tile = kernel.laneElements * task.groupSize, tiles = blocksOf(task.count, tile);
    const BufferNumber sums = recording.addScratch(tiles);
    const Work work = kernel.workOf(task.groupSize);
    recording.work.additions += tiles * work.additions;
    recording.work.steps += work.steps;
    recording.commands.push_back(Dispatch{kernel.name,
                                          operatorConstants(task.groupSize, task.op),
                                          {from, to, sums, kNoBuffer},
                                          wordsOf(paramsOf(task, tiles)),
                                          tiles});
    if (tiles == 1)
        return;
    Constants adding = operatorConstants(task.groupSize, task.op);
    adding[kLabSpecTile] = tile;
    const std::uint32_t count = task.count, groups = blocksOf(count, 4 * task.groupSize);
    const auto addingParams = wordsOf(paramsOf(task, groups));
    task.count = tiles;
    task.isExclusive = true;
    addTiledScan(recording, kernel, task, sums, sums);
    recording.work.additions += count;
    recording.work.steps += 1;
    recording.commands.push_back(Dispatch{"scan_add", adding, {kNoBuffer, to, sums, kNoBuffer}, addingParams, groups});
}

// What a segmented scan calls its kernels, and the words of an item.
struct Items
{
    std::string prefix;
    std::uint32_t words;
};

Items itemsOf(const Task& task)
{
    return task.algorithm == Algorithm::SegmentedScan ? Items{"segmented_scan_", 2} : Items{"scan_", 1};
}

void addReduceThenScan(Recording& recording, const Task& task)
{
    const std::uint32_t tiles = blocksOf(task.count, kLabTileElements * task.groupSize);
    const std::uint32_t chunkTiles = blocksOf(tiles, kLabMostChunks), chunks = blocksOf(tiles, chunkTiles);
    const Items items = itemsOf(task);
    const BufferNumber sums = recording.addScratch(items.words * chunks);
    const auto params = wordsOf(paramsOf(task, tiles, chunkTiles));
    for (const char* pass : {"chunk_sums", "reduce_then_scan"})
        recording.commands.push_back(Dispatch{items.prefix + pass,
                                              operatorConstants(task.groupSize, task.op),
                                              {kElements, kResults, sums, kNoBuffer},
                                              params,
                                              chunks});
    const Work tile = kSubgroups.workOf(task.groupSize);
    recording.work = {2 * tiles * tile.additions,
                      2 * chunkTiles * tile.steps + chunks / task.groupSize + 1 + log2Of(task.groupSize)};
}

// Elements of a lane, in the kernel's rows of four.
std::uint32_t chainElements(const Task& task)
{
    if (task.algorithm == Algorithm::SegmentedScan)
        return kLabTileElements;
    constexpr std::uint32_t kMostOrderedLanes =
        256; // with more, the nodes of 16 rows do not fit into 32 KiB of shared memory
    const bool isOrdered = task.op.type == Type::Float && task.groupSize <= kMostOrderedLanes;
    return isOrdered ? kLabOrderedElements : kLabChainElements;
}

void addChainedScan(Recording& recording, const Task& task)
{
    const std::uint32_t elements = chainElements(task), tiles = blocksOf(task.count, elements * task.groupSize);
    const BufferNumber state = recording.addScratch(std::uint64_t{kLabChainWords} * tiles);
    const bool isOrdered = elements == kLabOrderedElements;
    recording.commands.push_back(Fill{state, 0});
    recording.commands.push_back(Dispatch{itemsOf(task).prefix + (isOrdered ? "chained_ordered" : "chained"),
                                          operatorConstants(task.groupSize, task.op),
                                          {kElements, kResults, kNoBuffer, state},
                                          wordsOf(paramsOf(task, tiles)),
                                          tiles});
    const Work tile = workOfRows(task.groupSize, elements / 4);
    recording.work = {tiles * (tile.additions + 1), tile.steps + tiles};
}

} // namespace

void addScanOfCounts(Recording& recording, std::uint32_t groupSize, std::uint32_t count, BufferNumber counts)
{
    const Task task{.algorithm = Algorithm::Scan,
                    .count = count,
                    .op = {Type::Uint, Function::Sum},
                    .isExclusive = true,
                    .groupSize = groupSize};
    addTiledScan(recording, kSubgroups, task, counts, counts);
}

Recording planScan(const Rung& rung, const Task& task)
{
    Recording recording;
    if (task.count == 0)
        return recording;
    if (rung.name == "hillis_steele")
        addTiledScan(recording, kHillisSteele, task, kElements, kResults);
    else if (rung.name == "blelloch")
        addTiledScan(recording, kBlelloch, task, kElements, kResults);
    else if (rung.name == "subgroups")
        addTiledScan(recording, kSubgroups, task, kElements, kResults);
    else if (rung.name == "reduce_then_scan")
        addReduceThenScan(recording, task);
    else
        addChainedScan(recording, task);
    return recording;
}

} // namespace pn::lab
