#include "lab/algorithms/scan.h"

#include "lab/shaders/lab_scan.h"

namespace pn::lab {
namespace {

using namespace pn::shared;

// One kernel that scans tiles by themselves.
struct TileKernel
{
    std::string_view name;
    std::uint32_t tile; // elements
};

constexpr TileKernel kHillisSteele{"scan_hillis_steele", kLabHillisSteeleTile};
constexpr TileKernel kBlelloch{"scan_blelloch", kLabBlellochTile};
constexpr TileKernel kSubgroups{"scan_subgroups", kLabTile};

std::vector<std::uint32_t> constants(Operator op, ScanKind kind)
{
    return {0, std::uint32_t(op), std::uint32_t(kind)};
}

std::vector<std::uint32_t> scanParams(std::uint32_t count, std::uint32_t tileCount, std::uint32_t chunkTiles = 0)
{
    return wordsOf(LabScanParams{count, tileCount, chunkTiles});
}

// Tiles, their sums by the same kernel, and these added to the tiles.
void addTiledScan(Recording& recording, const TileKernel& kernel, Operator op, ScanKind kind, std::uint32_t count,
                  BufferNumber from, BufferNumber to)
{
    const std::uint32_t tiles = blocksOf(count, kernel.tile);
    const BufferNumber sums = recording.addScratch(tiles);
    recording.commands.push_back(
        Dispatch{kernel.name, constants(op, kind), {from, to, sums, kNoBuffer}, scanParams(count, tiles), tiles});
    if (tiles == 1)
        return;
    addTiledScan(recording, kernel, op, ScanKind::Exclusive, tiles, sums, sums);
    std::vector<std::uint32_t> adding = constants(op, kind);
    adding.push_back(kernel.tile);
    const std::uint32_t groups = blocksOf(count, 4 * kLabLanes);
    recording.commands.push_back(
        Dispatch{"scan_add", adding, {kNoBuffer, to, sums, kNoBuffer}, scanParams(count, groups), groups});
}

void addReduceThenScan(Recording& recording, Operator op, ScanKind kind, std::uint32_t count)
{
    const std::uint32_t tiles = blocksOf(count, kLabTile), chunkTiles = blocksOf(tiles, kLabMostChunks);
    const std::uint32_t chunks = blocksOf(tiles, chunkTiles);
    const BufferNumber sums = recording.addScratch(chunks);
    const auto params = scanParams(count, tiles, chunkTiles);
    recording.commands.push_back(
        Dispatch{"scan_reduce", constants(op, kind), {0, kNoBuffer, sums, kNoBuffer}, params, chunks});
    addTiledScan(recording, kSubgroups, op, ScanKind::Exclusive, chunks, sums, sums);
    recording.commands.push_back(Dispatch{"scan_chunks", constants(op, kind), {0, 1, sums, kNoBuffer}, params, chunks});
}

void addChainedScan(Recording& recording, Operator op, ScanKind kind, std::uint32_t count, const ChainTuning& tuning)
{
    const std::uint32_t tiles = blocksOf(count, chainTile(op));
    const BufferNumber state = recording.addScratch(chainStateWords(tiles));
    recording.commands.push_back(Fill{state, 0});
    recording.commands.push_back(Dispatch{isFloat(op) ? "scan_chained_ordered" : "scan_chained",
                                          chainConstants(op, kind, tuning),
                                          {0, 1, kNoBuffer, state},
                                          scanParams(count, tiles),
                                          tiles});
}

} // namespace

std::uint32_t chainTile(Operator op)
{
    return isFloat(op) ? kLabOrderedChainTile : kLabChainTile;
}

std::vector<std::uint32_t> chainConstants(Operator op, ScanKind kind, const ChainTuning& tuning)
{
    return {0, std::uint32_t(op), std::uint32_t(kind), tuning.patience, tuning.isReversed ? 1u : 0u};
}

std::uint64_t chainStateWords(std::uint32_t tileCount)
{
    return std::uint64_t{kLabChainWords} * tileCount;
}

void addScan(Recording& recording, Operator op, ScanKind kind, std::uint32_t count, BufferNumber from, BufferNumber to)
{
    addTiledScan(recording, kSubgroups, op, kind, count, from, to);
}

Recording planScan(const Rung& rung, Operator op, ScanKind kind, std::uint32_t count, const ChainTuning& tuning)
{
    Recording recording{2, {}, {}};
    if (count == 0)
        return recording;
    switch (rung.number)
    {
    case 1: addTiledScan(recording, kHillisSteele, op, kind, count, 0, 1); break;
    case 2: addTiledScan(recording, kBlelloch, op, kind, count, 0, 1); break;
    case 3: addTiledScan(recording, kSubgroups, op, kind, count, 0, 1); break;
    case 4: addReduceThenScan(recording, op, kind, count); break;
    default: addChainedScan(recording, op, kind, count, tuning); break;
    }
    return recording;
}

} // namespace pn::lab
