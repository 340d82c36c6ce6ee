#include "core/prefilter/table_store.h"

#include "core/algorithm_version.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>

namespace pn {
namespace {

constexpr std::uint64_t kMostBytes = 128u << 20; // of one table that the host is asked to keep

struct Head
{
    std::uint64_t sum = 0; // of the bytes that follow
    std::array<char, 8> magic{'P', 'N', 'T', 'A', 'B', 'L', 'E', '1'};
    std::uint32_t algorithm = kAlgorithmVersion;
    std::uint32_t sourceSize = 0, size = 0;
    std::uint32_t lobe = 0;
    std::uint32_t roughness = 0; // its bits
    std::uint32_t tileCount = 0;
    std::uint64_t tolerance = 0; // its bits

    bool isOf(const Head& other) const
    {
        return magic == other.magic && algorithm == other.algorithm && sourceSize == other.sourceSize &&
               size == other.size && lobe == other.lobe && roughness == other.roughness &&
               tileCount == other.tileCount && tolerance == other.tolerance;
    }
};

struct TileHead
{
    std::uint32_t x = 0, y = 0;
    std::uint64_t nodeCount = 0;
};

Head headOf(const PrefilterMip& mip, std::size_t tileCount)
{
    Head head;
    head.sourceSize = mip.sourceSize;
    head.size = mip.size;
    head.lobe = std::uint32_t(mip.lobe);
    head.roughness = std::bit_cast<std::uint32_t>(mip.roughness);
    head.tolerance = std::bit_cast<std::uint64_t>(mip.tolerance);
    head.tileCount = std::uint32_t(tileCount);
    return head;
}

// Eight sums side by side, which a processor adds to at the speed of its memory. Each step can be turned round, so that
// one damaged word always changes the sum; it does not stop somebody who forges the bytes.
std::uint64_t checksum(std::span<const std::byte> bytes)
{
    constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15u;
    std::array<std::uint64_t, 8> sums{1, 2, 3, 4, 5, 6, 7, 8}, words{};
    const auto mixed = [](std::uint64_t value) {
        value *= kFactor;
        return value ^ value >> 32;
    };
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(words))
    {
        const std::size_t count = std::min(bytes.size() - at, sizeof(words));
        if (count < sizeof(words))
            words = {};
        std::memcpy(words.data(), &bytes[at], count);
        for (std::size_t i = 0; i < words.size(); ++i)
            sums[i] = mixed(sums[i] ^ words[i]);
    }
    std::uint64_t sum = bytes.size();
    for (const std::uint64_t part : sums)
        sum = mixed(sum ^ part);
    return sum;
}

// Bytes that are taken from the front.
class Reader
{
public:
    explicit Reader(std::span<const std::byte> bytes) : m_bytes(bytes) {}

    template <typename Value>
    bool take(std::span<Value> values)
    {
        if (m_bytes.size() / sizeof(Value) < values.size())
            return false;
        if (!values.empty())
            std::memcpy(values.data(), m_bytes.data(), values.size_bytes());
        m_bytes = m_bytes.subspan(values.size_bytes());
        return true;
    }
    std::size_t left() const { return m_bytes.size(); }

private:
    std::span<const std::byte> m_bytes;
};

bool areOfGrid(std::span<const PrefilterNode> nodes, const NodeGrid& grid)
{
    return std::ranges::all_of(nodes, [&](const PrefilterNode& node) {
        const std::uint32_t level = node.place / 6;
        return level < grid.levels.size() && node.i < grid.levels[level].size && node.j < grid.levels[level].size;
    });
}

bool takeTile(Reader& reader, const NodeGrid& grid, PrefilterTile& tile)
{
    TileHead head;
    if (!reader.take(std::span(&head, 1)) || head.x != tile.x || head.y != tile.y || head.nodeCount == 0 ||
        head.nodeCount % PrefilterTile::kChunks != 0 || head.nodeCount > reader.left() / sizeof(PrefilterNode))
        return false;
    tile.nodes.resize(head.nodeCount);
    tile.weights.resize(head.nodeCount * PrefilterTile::kTexels);
    return reader.take(std::span(tile.nodes)) && reader.take(std::span(tile.weights)) && areOfGrid(tile.nodes, grid);
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

std::vector<std::byte> bytesOfTiles(const PrefilterMip& mip, std::span<const PrefilterTile* const> tiles)
{
    std::size_t size = sizeof(Head);
    for (const PrefilterTile* tile : tiles)
        size += sizeof(TileHead) + sizeof(PrefilterNode) * tile->nodes.size() + sizeof(float) * tile->weights.size();
    std::vector<std::byte> bytes(size);
    std::byte* to = bytes.data();
    const auto add = [&](const auto& values) {
        const auto more = std::as_bytes(std::span(values));
        to = std::ranges::copy(more, to).out;
    };
    add(std::array{headOf(mip, tiles.size())});
    for (const PrefilterTile* tile : tiles)
    {
        add(std::array{TileHead{tile->x, tile->y, tile->nodes.size()}});
        add(tile->nodes);
        add(tile->weights);
    }
    const std::uint64_t sum = checksum(std::span(bytes).subspan(sizeof(sum)));
    std::memcpy(bytes.data(), &sum, sizeof(sum));
    return bytes;
}

std::vector<PrefilterTile> tilesOfBytes(const PrefilterTiles& maker, std::span<const std::byte> bytes)
{
    Reader reader(bytes);
    Head head;
    if (!reader.take(std::span(&head, 1)) || !head.isOf(headOf(maker.mip(), maker.count())) ||
        head.sum != checksum(bytes.subspan(sizeof(head.sum))))
        return {};
    std::vector<PrefilterTile> tiles(maker.count());
    for (std::uint32_t i = 0; i < tiles.size(); ++i)
    {
        tiles[i] = maker.place(i);
        if (!takeTile(reader, maker.grid(), tiles[i]))
            return {};
    }
    return reader.left() == 0 ? std::move(tiles) : std::vector<PrefilterTile>{};
}

std::vector<PrefilterTile> loadTiles(const TableStore& store, const PrefilterTiles& maker)
{
    if (store.load == nullptr)
        return {};
    const std::string key = tableKey(maker.mip());
    const std::uint64_t size = store.load(store.userData, key.c_str(), nullptr, 0);
    if (size < sizeof(Head) || size > kMostBytes)
        return {};
    const auto bytes = std::make_unique_for_overwrite<std::byte[]>(size);
    if (store.load(store.userData, key.c_str(), bytes.get(), size) != size)
        return {};
    return tilesOfBytes(maker, std::span(bytes.get(), size));
}

std::vector<std::vector<PrefilterTile>> loadOrMakeTiles(std::span<const PrefilterMip> mips, const NodeGrid& grid,
                                                        MakeLobeWeights makeWeights, const TableStore& store,
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

void storeTiles(const TableStore& store, const PrefilterMip& mip, std::span<const PrefilterTile* const> tiles) noexcept
try
{
    if (store.store == nullptr)
        return;
    std::uint64_t nodes = 0;
    for (const PrefilterTile* tile : tiles)
        nodes += tile->nodes.size();
    if (nodes * (sizeof(PrefilterNode) + sizeof(float) * PrefilterTile::kTexels) > kMostBytes - (1u << 20))
        return;
    const std::vector<std::byte> bytes = bytesOfTiles(mip, tiles);
    store.store(store.userData, tableKey(mip).c_str(), bytes.data(), bytes.size());
}
catch (...) // no memory for it
{
    return;
}

} // namespace pn
