#include "lab/algorithms/plan.h"

#include <algorithm>
#include <bit>

namespace pn::lab {
namespace {

using namespace pn::shared;

constexpr std::uint32_t kMostCopies = 16;           // of a histogram's bins
constexpr std::uint32_t kMostBlockWords = 1u << 25; // 128 MiB, which every device allows a storage buffer
constexpr std::uint32_t kLeastTurningLanes = 32, kMostGroup = 1024;

constexpr Operator kCounts{Type::Uint, Function::Sum};

std::string compactKernel(const char* name, const Task& task)
{
    return std::string("compact_") + name + (task.isMasked ? "_mask" : "");
}

// The passes before and after the scan of their counts, one per element or one per tile.
void addScanned(Recording& recording, const Task& task, const char* before, const char* after,
                std::uint32_t laneElements)
{
    const std::uint32_t tiles = blocksOf(task.count, laneElements * task.groupSize);
    const std::uint32_t words = laneElements == 1 ? task.count : tiles;
    const BufferNumber places = recording.addScratch(words);
    const Constants constants{{kLabSpecGroupSize, task.groupSize}};
    const auto params = wordsOf(paramsOf(task, tiles, task.threshold));
    const std::array<BufferNumber, 4> buffers{kElements, kResults, kThird, places};
    recording.commands.push_back(Dispatch{compactKernel(before, task), constants, buffers, params, tiles});
    addScanOfCounts(recording, task.groupSize, words, places);
    recording.commands.push_back(Dispatch{compactKernel(after, task), constants, buffers, params, tiles});
    recording.work = {};
}

void addChainedCompaction(Recording& recording, const Task& task)
{
    const std::uint32_t tiles = blocksOf(task.count, kLabStreamTile);
    const BufferNumber state = recording.addScratch(std::uint64_t{kLabChainWords} * tiles);
    recording.commands.push_back(Fill{state, 0});
    recording.commands.push_back(Dispatch{compactKernel("chained", task),
                                          operatorConstants(task.groupSize, kCounts),
                                          {kElements, kResults, kThird, state},
                                          wordsOf(paramsOf(task, tiles, task.threshold)),
                                          tiles});
}

// How a histogram counts: bins that a group has at a time, copies of them, and groups.
struct BinRange
{
    std::uint32_t bins = 1, copies = 1, groups = 1;
};

BinRange binRangeOf(const Rung& rung, const Task& task)
{
    const std::uint32_t words = task.sharedBytes / 4, bins = std::min(1u << task.binBits, std::bit_floor(words));
    const bool hasCopies = rung.name == "copies" || rung.name == "subgroups";
    const std::uint32_t vectors = blocksOf(task.count, 2);
    return {bins, hasCopies ? std::clamp(std::bit_floor(words / bins), 1u, kMostCopies) : 1,
            std::clamp(blocksOf(vectors, 2 * task.groupSize), 1u, kStridingLanes / task.groupSize)};
}

} // namespace

std::uint32_t Task::wordsPerElement() const
{
    return algorithm == Algorithm::Histogram ? 2 : algorithm == Algorithm::Reduce ? op.words() : 1;
}

std::uint32_t Task::resultWords() const
{
    switch (algorithm)
    {
    case Algorithm::Reduce: return op.words() * std::max(64u, blocksOf(count, groupSize));
    case Algorithm::Histogram: return 1u << binBits;
    case Algorithm::SegmentedSum: return segmentCount;
    default: return count;
    }
}

LabParams paramsOf(const Task& task, std::uint32_t groups, std::uint32_t extra)
{
    return {task.count,           groups, task.secondPlane(), extra, task.isExclusive, task.chain.patience,
            task.chain.isReversed};
}

Constants operatorConstants(std::uint32_t groupSize, const Operator& op)
{
    return {{kLabSpecGroupSize, groupSize},
            {kLabSpecType, std::uint32_t(op.type)},
            {kLabSpecOperator, std::uint32_t(op.function)}};
}

std::uint32_t groupSizeOf(const Task& task)
{
    return task.algorithm == Algorithm::Transpose ? kLabTransposeSide * kLabTransposeRows : task.groupSize;
}

Recording planHistogram(const Rung& rung, const Task& task)
{
    const bool isGlobal = rung.name == "global", isBlocks = rung.name == "blocks";
    const std::uint32_t allBins = 1u << task.binBits;
    Recording recording;
    recording.commands.push_back(Fill{kResults, 0, 4ull << task.binBits});
    if (task.count == 0)
        return recording;
    BinRange range = isGlobal ? BinRange{allBins, 1, binRangeOf(rung, task).groups} : binRangeOf(rung, task);
    if (isBlocks)
        range.groups = std::min(range.groups, kMostBlockWords / allBins);
    const BufferNumber counts = isBlocks ? recording.addScratch(std::uint64_t{allBins} * range.groups) : kNoBuffer;
    Constants constants = operatorConstants(task.groupSize, kCounts);
    constants[kLabSpecBinBits] = task.binBits;
    constants[kLabSpecSharedBins] = range.bins;
    constants[kLabSpecCopies] = range.copies;
    for (std::uint32_t first = 0; first < allBins; first += range.bins)
        recording.commands.push_back(
            Dispatch{"histogram_" + std::string(rung.name),
                     constants,
                     {kElements, kResults, kNoBuffer, counts},
                     wordsOf(LabParams{task.count, range.groups, first, range.groups, 0, 0, 0}),
                     range.groups});
    if (isBlocks)
        recording.commands.push_back(Dispatch{"histogram_reduce",
                                              constants,
                                              {kElements, kResults, kNoBuffer, counts},
                                              wordsOf(paramsOf(task, allBins, range.groups)),
                                              allBins});
    return recording;
}

Recording planCompaction(const Rung& rung, const Task& task)
{
    Recording recording;
    recording.commands.push_back(Fill{kThird, 0});
    if (task.count == 0)
        return recording;
    if (rung.name == "scan")
        addScanned(recording, task, "flags", "scan", 1);
    else if (rung.name == "ballot")
        addScanned(recording, task, "count", "ballot", kLabTileElements);
    else
        addChainedCompaction(recording, task);
    return recording;
}

Recording planSegmentedSum(const Rung& rung, const Task& task)
{
    const std::uint32_t groupSegments = rung.name == "lanes"    ? task.groupSize
                                        : rung.name == "groups" ? 1
                                                                : kLabGroupSegments;
    Recording recording;
    if (task.segmentCount != 0)
        recording.commands.push_back(Dispatch{"segmented_" + std::string(rung.name),
                                              operatorConstants(task.groupSize, task.op),
                                              {kElements, kResults, kThird, kNoBuffer},
                                              wordsOf(paramsOf(task, 0, task.segmentCount)),
                                              blocksOf(task.segmentCount, groupSegments)});
    return recording;
}

Recording planTranspose(const Rung& rung, const Task& task)
{
    const bool isBlocks = rung.name == "blocks";
    const std::uint32_t side = isBlocks ? kLabBlocksSide : kLabTransposeSide, rows = task.count / task.columns;
    Constants constants;
    if (isBlocks)
        constants[kLabSpecGroupSize] = std::bit_floor(std::clamp(task.maxGroupSize, kLeastTurningLanes, kMostGroup));
    Recording recording;
    const std::uint32_t groups = blocksOf(rows, side) * blocksOf(task.columns, side);
    if (groups != 0)
        recording.commands.push_back(Dispatch{"transpose_" + std::string(rung.name),
                                              constants,
                                              {kElements, kResults, kNoBuffer, kNoBuffer},
                                              wordsOf(LabTransposeParams{rows, task.columns}),
                                              groups});
    return recording;
}

Recording plan(const Rung& rung, const Task& task)
{
    switch (task.algorithm)
    {
    case Algorithm::Reduce: return planReduction(rung, task);
    case Algorithm::Histogram: return planHistogram(rung, task);
    case Algorithm::Compact: return planCompaction(rung, task);
    case Algorithm::SegmentedSum: return planSegmentedSum(rung, task);
    case Algorithm::Transpose: return planTranspose(rung, task);
    default: return planScan(rung, task);
    }
}

} // namespace pn::lab
