#include "lab/algorithms/compact.h"

#include "lab/shaders/lab_compact.h"

#include <algorithm>
#include <iterator>

namespace pn::lab {
namespace {

using namespace pn::shared;

constexpr std::uint32_t kBound = 0; // the number of the row that shows what bounds the others

constexpr BufferNumber kElements = 0, kResults = 1, kCount = 2;

// The passes before and after the scan of their words, one per element or one per tile.
void addScanned(Recording& recording, std::string_view before, std::string_view after, const LabCompactParams& params,
                std::uint32_t groups, std::uint32_t words)
{
    const BufferNumber positions = recording.addScratch(words);
    recording.commands.push_back(
        Dispatch{before, {}, {kElements, kNoBuffer, kNoBuffer, positions}, wordsOf(params), groups});
    addScan(recording, Operator::SumUint, ScanKind::Exclusive, words, positions, positions);
    recording.commands.push_back(
        Dispatch{after, {}, {kElements, kResults, kCount, positions}, wordsOf(params), groups});
}

// Chunks are packed in scratch memory as they are read, and only what was kept is read again.
void addPacked(Recording& recording, std::uint32_t count, std::uint32_t tiles, std::uint32_t threshold)
{
    const std::uint32_t chunkTiles = blocksOf(tiles, kLabMostPackedChunks), chunks = blocksOf(tiles, chunkTiles);
    const auto params = wordsOf(LabCompactParams{count, tiles, threshold, chunkTiles * kLabTile});
    const BufferNumber packed = recording.addScratch(count), positions = recording.addScratch(chunks + 1ull);
    recording.commands.push_back(Dispatch{
        "compact_pack", {}, {kElements, packed, kNoBuffer, positions}, params, blocksOf(chunks, kLabGroupChunks)});
    addScan(recording, Operator::SumUint, ScanKind::Exclusive, chunks + 1, positions, positions);
    recording.commands.push_back(Dispatch{"compact_gather", {}, {packed, kResults, kCount, positions}, params, chunks});
}

void addChained(Recording& recording, std::uint32_t count, std::uint32_t threshold, const ChainTuning& tuning)
{
    const std::uint32_t tiles = blocksOf(count, kLabStreamTile);
    const BufferNumber state = recording.addScratch(chainStateWords(tiles));
    recording.commands.push_back(Fill{state, 0});
    recording.commands.push_back(Dispatch{"compact_chained",
                                          chainConstants(Operator::SumUint, ScanKind::Exclusive, tuning),
                                          {kElements, kResults, kCount, state},
                                          wordsOf(LabCompactParams{count, tiles, threshold, 0}),
                                          tiles});
}

void addBound(Recording& recording, std::uint32_t count, std::uint32_t threshold)
{
    const std::uint32_t tiles = blocksOf(count, kLabStreamTile);
    recording.commands.push_back(Dispatch{"compact_bound",
                                          {},
                                          {kElements, kResults, kNoBuffer, kNoBuffer},
                                          wordsOf(LabCompactParams{count, tiles, threshold, 0}),
                                          tiles});
}

} // namespace

Recording planCompact(const Rung& rung, std::uint32_t count, std::uint32_t threshold, const ChainTuning& tuning)
{
    Recording recording{3, {}, {Fill{kCount, 0}}};
    if (count == 0)
        return recording;
    const std::uint32_t tiles = blocksOf(count, kLabTile);
    const LabCompactParams params{count, tiles, threshold, 0};
    if (rung.number == 1)
        addScanned(recording, "compact_flags", "compact_scatter", params, blocksOf(count, kLabLanes), count);
    else if (rung.number == 2)
        addScanned(recording, "compact_count", "compact_tiles", params, tiles, tiles);
    else if (rung.number == 3)
        addPacked(recording, count, tiles, threshold);
    else if (rung.number == 4)
        addChained(recording, count, threshold, tuning);
    else
        addBound(recording, count, threshold);
    return recording;
}

std::vector<std::uint32_t> compactOnCpu(const Rung& rung, std::span<const std::uint32_t> words, std::uint32_t threshold)
{
    const auto isKept = [threshold](std::uint32_t word) { return word >= threshold; };
    std::vector<std::uint32_t> results;
    if (rung.number != kBound)
    {
        std::copy_if(words.begin(), words.end(), std::back_inserter(results), isKept);
        return results;
    }
    for (std::size_t first = 0; first < words.size(); first += kLabStreamTile)
    {
        const auto tile = words.subspan(first, std::min<std::size_t>(kLabStreamTile, words.size() - first));
        results.push_back(std::uint32_t(std::count_if(tile.begin(), tile.end(), isKept)));
    }
    return results;
}

} // namespace pn::lab
