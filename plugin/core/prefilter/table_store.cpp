#include "core/prefilter/table_store.h"

#include "core/algorithm_version.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>

namespace pn {
namespace {

constexpr std::uint64_t kMostBytes = 128u << 20; // of one table that the host is asked to keep

// Nodes and weights follow it. All three take whole cache lines, so that tiles can lie where the bytes are.
struct alignas(64) TileHead
{
    std::uint32_t x = 0, y = 0;
    std::uint64_t nodeCount = 0;
    std::array<std::uint64_t, 6> zeros{};
};
static_assert(sizeof(PrefilterNode) * PrefilterTile::kChunks % sizeof(TileHead) == 0);

// Values at the front of bytes, which then begin behind them. Null where there are not so many.
template <typename Value>
const Value* take(std::span<const std::byte>& bytes, std::uint64_t count)
{
    if (bytes.size() / sizeof(Value) < count)
        return nullptr;
    const auto* const values = reinterpret_cast<const Value*>(bytes.data());
    bytes = bytes.subspan(count * sizeof(Value));
    return values;
}

bool areOfGrid(std::span<const PrefilterNode> nodes, const NodeGrid& grid)
{
    return std::ranges::all_of(nodes, [&](const PrefilterNode& node) {
        const std::uint32_t level = node.place / 6;
        return level < grid.levels.size() && node.i < grid.levels[level].size && node.j < grid.levels[level].size;
    });
}

bool takeTile(std::span<const std::byte>& bytes, const NodeGrid& grid, PrefilterTile& tile)
{
    const auto* const head = take<TileHead>(bytes, 1);
    if (head == nullptr || head->x != tile.x || head->y != tile.y || head->nodeCount == 0 ||
        head->nodeCount % PrefilterTile::kChunks != 0 || head->nodeCount > bytes.size())
        return false;
    const auto* const nodes = take<PrefilterNode>(bytes, head->nodeCount);
    const auto* const weights = take<float>(bytes, head->nodeCount * PrefilterTile::kTexels);
    if (weights == nullptr)
        return false;
    tile.nodes = {nodes, head->nodeCount};
    tile.weights = {weights, head->nodeCount * PrefilterTile::kTexels};
    return areOfGrid(tile.nodes, grid);
}

} // namespace

std::string tableKey(const PrefilterMip& mip)
{
    std::array<char, 128> text{};
    std::snprintf(text.data(), text.size(),
                  "prefilter-%" PRIu32 "-%" PRIu32 "-%" PRIu32 "-%d-%08" PRIx32 "-%016" PRIx64, kAlgorithmVersion,
                  mip.sourceSize, mip.size, int(mip.lobe), std::bit_cast<std::uint32_t>(mip.roughness),
                  std::bit_cast<std::uint64_t>(mip.tolerance));
    return text.data();
}

KeptBytes bytesOfTiles(std::span<const PrefilterTile* const> tiles)
{
    std::size_t size = 0;
    for (const PrefilterTile* tile : tiles)
        size += sizeof(TileHead) + tile->nodes.size_bytes() + tile->weights.size_bytes();
    KeptBytes kept(size);
    std::byte* to = kept.bytes().data();
    const auto add = [&](const auto& values) { to = std::ranges::copy(std::as_bytes(std::span(values)), to).out; };
    for (const PrefilterTile* tile : tiles)
    {
        add(std::array{TileHead{tile->x, tile->y, tile->nodes.size()}});
        add(tile->nodes);
        add(tile->weights);
    }
    return kept;
}

std::vector<PrefilterTile> tilesOfBytes(const PrefilterTiles& maker, const std::shared_ptr<const KeptBytes>& kept)
{
    std::span<const std::byte> bytes = kept->bytes();
    std::vector<PrefilterTile> tiles(maker.count());
    for (std::uint32_t i = 0; i < tiles.size(); ++i)
    {
        tiles[i] = maker.place(i);
        tiles[i].memory = kept;
        if (!takeTile(bytes, maker.grid(), tiles[i]))
            return {};
    }
    return bytes.empty() ? std::move(tiles) : std::vector<PrefilterTile>{};
}

std::vector<PrefilterTile> loadTiles(const KeptStore& store, const PrefilterTiles& maker)
{
    const auto kept = std::make_shared<const KeptBytes>(store.load(tableKey(maker.mip()), kMostBytes));
    return kept->isEmpty() ? std::vector<PrefilterTile>{} : tilesOfBytes(maker, kept);
}

std::vector<std::vector<PrefilterTile>> loadOrMakeTiles(std::span<const PrefilterMip> mips, const NodeGrid& grid,
                                                        MakeLobeWeights makeWeights, const KeptStore& store,
                                                        WorkerTeam& team, const WorkerTeam::ShouldStop& shouldStop)
{
    std::vector<std::vector<PrefilterTile>> all(mips.size());
    std::vector<PrefilterMip> missing;
    std::vector<std::size_t> places; // of the missing ones
    for (std::size_t i = 0; i < mips.size(); ++i)
    {
        all[i] = loadTiles(store, PrefilterTiles(mips[i], grid, makeWeights));
        if (!all[i].empty())
            continue;
        missing.push_back(mips[i]);
        places.push_back(i);
    }
    std::vector<std::vector<PrefilterTile>> made = makePrefilterTiles(missing, grid, makeWeights, team, shouldStop);
    if (made.size() < missing.size())
        return {};
    for (std::size_t i = 0; i < missing.size(); ++i)
    {
        std::vector<const PrefilterTile*> tiles;
        for (const PrefilterTile& tile : made[i])
            tiles.push_back(&tile);
        storeTiles(store, missing[i], tiles);
        all[places[i]] = std::move(made[i]);
    }
    return all;
}

void storeTiles(const KeptStore& store, const PrefilterMip& mip, std::span<const PrefilterTile* const> tiles) noexcept
try
{
    std::uint64_t nodes = 0;
    for (const PrefilterTile* tile : tiles)
        nodes += tile->nodes.size();
    constexpr std::uint64_t kNodeBytes = sizeof(PrefilterNode) + sizeof(float) * PrefilterTile::kTexels;
    constexpr std::uint64_t kHeadBytes = 1u << 20; // more than all heads take
    if (store.storeFunction == nullptr || nodes * kNodeBytes > kMostBytes - kHeadBytes)
        return;
    KeptBytes kept = bytesOfTiles(tiles);
    store.store(tableKey(mip), kept);
}
catch (...) // no memory for it
{
    return;
}

} // namespace pn
