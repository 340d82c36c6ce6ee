#include "core/cpu/prefilter_wave.h"

#include "core/kernel/encode.h"
#include "core/kernel/exact_texels.h"

#include <algorithm>
#include <array>
#include <bit>
#include <future>

namespace pn {
namespace {

constexpr std::size_t kKeptBytes = 256u << 20; // of tiles: those of seven mips of 256 take some 40 MiB
constexpr std::size_t kKeptMips = 64;

std::size_t bytesOf(const PrefilterTile& tile)
{
    return tile.nodes.size() * (sizeof(PrefilterNode) + PrefilterTile::kTexels * sizeof(float));
}

void writeTexel(const FaceTarget& target, std::uint32_t x, std::uint32_t y, const std::array<float, 3>& rgb)
{
    const std::uint32_t one = target.format == PN_FORMAT_RGBA16F ? 0x3c00u : std::bit_cast<std::uint32_t>(1.0f);
    encodeTexel(target.format, std::bit_cast<RgbBits>(rgb), one, target.texel(x, y));
}

} // namespace

std::shared_ptr<const PrefilterTile> PrefilterTileCache::get(const PrefilterTiles& tiles, std::uint32_t index,
                                                             LobeScratch& scratch)
{
    {
        const std::lock_guard lock(m_mutex);
        if (const auto& tile = keptOf(tiles).tiles[index])
            return tile;
    }
    auto made = std::make_shared<const PrefilterTile>(tiles.make(index, scratch));
    const std::lock_guard lock(m_mutex);
    makeRoom(tiles, bytesOf(*made));
    std::shared_ptr<const PrefilterTile>& kept = keptOf(tiles).tiles[index]; // another thread may have been faster
    if (!kept && m_bytes + bytesOf(*made) <= kKeptBytes)
    {
        m_bytes += bytesOf(*made);
        kept = made;
    }
    return made;
}

void PrefilterTileCache::load(const PrefilterTiles& tiles)
{
    const auto isThere = [](const auto& tile) { return tile != nullptr; };
    if (m_store.loadFunction == nullptr || std::ranges::any_of(keptOf(tiles).tiles, isThere))
        return;
    std::vector<PrefilterTile> loaded = loadTiles(m_store, tiles);
    std::size_t bytes = 0;
    for (const PrefilterTile& tile : loaded)
        bytes += bytesOf(tile);
    makeRoom(tiles, bytes);
    Kept& kept = keptOf(tiles);
    for (std::size_t i = 0; i < loaded.size(); ++i)
        kept.tiles[i] = std::make_shared<const PrefilterTile>(std::move(loaded[i]));
    kept.isStored = !loaded.empty();
    m_bytes += bytes;
}

void PrefilterTileCache::store(const PrefilterTiles& tiles)
{
    Kept& kept = keptOf(tiles);
    std::vector<const PrefilterTile*> all;
    for (const auto& tile : kept.tiles)
        if (tile)
            all.push_back(tile.get());
    if (kept.isStored || all.size() < kept.tiles.size())
        return;
    kept.isStored = true;
    storeTiles(m_store, kept.mip, all);
}

// Drops the oldest until there is room, but for the tiles themselves.
void PrefilterTileCache::makeRoom(const PrefilterTiles& tiles, std::size_t bytes)
{
    while (m_bytes + bytes > kKeptBytes && !m_kept.empty() && m_kept.front().mip != tiles.mip())
        dropOldest();
}

void PrefilterTileCache::dropOldest()
{
    for (const auto& tile : m_kept.front().tiles)
        m_bytes -= tile ? bytesOf(*tile) : 0;
    m_kept.pop_front();
}

PrefilterTileCache::Kept& PrefilterTileCache::keptOf(const PrefilterTiles& tiles)
{
    for (Kept& kept : m_kept)
        if (kept.mip == tiles.mip())
            return kept;
    if (m_kept.size() == kKeptMips)
        dropOldest();
    m_kept.push_back({tiles.mip(), std::vector<std::shared_ptr<const PrefilterTile>>(tiles.count())});
    return m_kept.back();
}

PrefilterWave::PrefilterWave(const SimdTarget& target, PrefilterSourceTables& tables, PrefilterTileCache& cache,
                             std::span<const PrefilterTask> probes, const TexelPolicy& policy)
    : m_target(target), m_cache(cache), m_probes(probes), m_policy(policy),
      m_tables(tables.get(probes.front().source.shape.width)), m_sources(probes.size())
{
    for (const PrefilterMip& mip : probes.front().mips)
        m_mips.push_back(mip.isCopy() ? nullptr
                                      : std::make_unique<PrefilterTiles>(mip, m_tables->grid, target.makeLobeWeights));
}

bool PrefilterWave::run(WorkerTeam& team, const Monitor& monitor)
{
    const auto shouldStop = [&] { return monitor.cancelled(); };
    const bool onlyCopies = std::ranges::all_of(m_mips, [](const auto& mip) { return !mip; });
    const auto copy = [&](std::uint32_t, std::size_t i) {
        for (std::uint32_t mip = 0; mip < m_mips.size(); ++mip)
            if (!m_mips[mip])
                copyFace(i / 6, mip, std::uint32_t(i % 6));
    };
    return team.run(6 * m_probes.size(), copy, shouldStop) &&
           (onlyCopies || (readSources(team, shouldStop) && makeTexels(team, shouldStop)));
}

bool PrefilterWave::readSources(WorkerTeam& team, const WorkerTeam::ShouldStop& shouldStop)
{
    for (auto& source : m_sources)
        source = std::make_unique<PrefilterSource>(*m_tables);
    const auto read = [&](std::uint32_t, std::size_t i) {
        m_sources[i / 6]->readFace(m_probes[i / 6].source, m_policy, std::uint32_t(i % 6));
    };
    const auto spread = [&](std::uint32_t, std::size_t i) { m_sources[i / 6]->spreadFace(std::uint32_t(i % 6)); };
    return team.run(6 * m_sources.size(), read, shouldStop) && team.run(6 * m_sources.size(), spread, shouldStop);
}

bool PrefilterWave::makeTexels(WorkerTeam& team, const WorkerTeam::ShouldStop& shouldStop)
{
    constexpr std::size_t kTilesAtOnce = 512; // whose weights take some 150 MB
    std::vector<TileTask> tiles;              // of the last mips first, which take longest
    for (auto mip = std::uint32_t(m_mips.size()); mip-- > 0;)
    {
        if (!m_mips[mip])
            continue;
        m_cache.load(*m_mips[mip]);
        for (std::uint32_t tile = 0; tile < m_mips[mip]->count(); ++tile)
            tiles.push_back({mip, tile});
    }
    for (std::size_t begin = 0; begin < tiles.size(); begin += kTilesAtOnce)
        if (!makeTexels(std::span(tiles).subspan(begin, std::min(kTilesAtOnce, tiles.size() - begin)), team,
                        shouldStop))
            return false;
    for (const auto& mip : m_mips)
        if (mip)
            m_cache.store(*mip);
    return true;
}

// First all tiles are calculated, and then their texels are made, in parts that are so small that no thread works alone
// at the end. A part is the images of some tiles on one face of one cubemap: they read the same lights, which stay in
// the processor's caches.
bool PrefilterWave::makeTexels(std::span<const TileTask> tiles, WorkerTeam& team,
                               const WorkerTeam::ShouldStop& shouldStop)
{
    constexpr std::size_t kTilesOfPart = 4;
    std::vector<std::span<const TileTask>> groups; // of one mip each
    for (std::size_t begin = 0; begin < tiles.size();)
    {
        std::size_t end = begin + 1;
        while (end < tiles.size() && end < begin + kTilesOfPart && tiles[end].mip == tiles[begin].mip)
            ++end;
        groups.push_back(tiles.subspan(begin, end - begin));
        begin = end;
    }
    std::vector<std::promise<SharedTile>> promises(tiles.size());
    std::vector<std::shared_future<SharedTile>> made;
    made.reserve(tiles.size());
    for (std::promise<SharedTile>& promise : promises)
        made.push_back(promise.get_future());
    std::vector<LobeScratch> scratch(team.threadCount());
    const auto makeTile = [&](std::uint32_t worker, std::size_t i) {
        try
        {
            promises[i].set_value(m_cache.get(*m_mips[tiles[i].mip], tiles[i].tile, scratch[worker]));
        }
        catch (...)
        {
            promises[i].set_exception(std::current_exception()); // for threads that wait for it
            throw;
        }
    };
    const std::size_t parts = 6 * m_probes.size(); // of a group
    const auto make = [&](std::uint32_t worker, std::size_t i) {
        if (i < tiles.size())
            return makeTile(worker, i);
        // Tasks begin in order, so that some thread is calculating a tile that is not there yet.
        i -= tiles.size();
        const std::size_t probe = i % m_probes.size();
        const auto face = std::uint32_t(i % parts / m_probes.size());
        for (const TileTask& tile : groups[i / parts])
            makeImages(*made[std::size_t(&tile - tiles.data())].get(), tile.mip, face, probe);
    };
    return team.run(tiles.size() + groups.size() * parts, make, shouldStop);
}

void PrefilterWave::makeImages(const PrefilterTile& tile, std::uint32_t mip, std::uint32_t face,
                               std::size_t probe) const
{
    constexpr std::size_t kMost = 8; // symmetries that lead to a face
    std::array<const CubeSymmetry*, kMost> symmetries;
    std::array<TileRgb, kMost> images;
    std::size_t count = 0;
    for (const CubeSymmetry& symmetry : cubeSymmetries())
        if (symmetry.face == face && PrefilterTiles::isNeeded(tile, symmetry))
            symmetries[count++] = &symmetry;
    m_target.prefilterSum({m_tables->grid, tile, std::span(symmetries).first(count), *m_sources[probe], images});
    for (std::size_t i = 0; i < count; ++i)
        write(tile, *symmetries[i], images[i], probe, mip);
}

// Texels as they are, in another format. prefilter_source.comp has a part for it.
void PrefilterWave::copyFace(std::size_t probe, std::uint32_t mip, std::uint32_t face) const
{
    const ProbeView& source = m_probes[probe].source;
    const std::uint32_t size = source.shape.width;
    const FaceTarget target = m_probes[probe].targets[mip].face(face);
    std::vector<float> row(std::size_t{4} * size);
    for (std::uint32_t y = 0; y < size; ++y)
    {
        readExact(source.face(face), m_policy, {y, 0, size}, row.data());
        for (std::uint32_t x = 0; x < size; ++x)
            writeTexel(target, x, y, {row[4 * x], row[4 * x + 1], row[4 * x + 2]});
    }
}

// Only texels of the quarter, and those on a face's middle only once.
void PrefilterWave::write(const PrefilterTile& tile, const CubeSymmetry& symmetry, const TileRgb& rgb,
                          std::size_t probe, std::uint32_t mip) const
{
    constexpr std::uint32_t kSize = PrefilterTile::kSize, kTexels = PrefilterTile::kTexels;
    const std::uint32_t size = m_mips[mip]->mip().size, quarter = (size + 1) / 2, last = size - 1;
    const FaceTarget target = m_probes[probe].targets[mip].face(symmetry.face);
    for (std::uint32_t t = 0; t < kTexels; ++t)
    {
        std::uint32_t x = tile.x + t % kSize, y = tile.y + t / kSize;
        if (x >= quarter || y >= quarter)
            continue;
        if (symmetry.swaps)
            std::swap(x, y);
        if ((symmetry.mirrorsU && 2 * x == last) || (symmetry.mirrorsV && 2 * y == last))
            continue;
        writeTexel(target, symmetry.mirrorsU ? last - x : x, symmetry.mirrorsV ? last - y : y, rgb[t]);
    }
}

} // namespace pn
