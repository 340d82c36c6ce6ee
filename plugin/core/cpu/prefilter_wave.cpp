#include "core/cpu/prefilter_wave.h"

#include "core/kernel/encode.h"
#include "core/kernel/exact_texels.h"

#include <algorithm>
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
    while (m_bytes + bytesOf(*made) > kKeptBytes && !m_kept.empty() && m_kept.front().mip != tiles.mip())
        dropOldest();
    std::shared_ptr<const PrefilterTile>& kept = keptOf(tiles).tiles[index]; // another thread may have been faster
    if (!kept && m_bytes + bytesOf(*made) <= kKeptBytes)
    {
        m_bytes += bytesOf(*made);
        kept = made;
    }
    return made;
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

// A mip of few tiles, which take longest to calculate, would leave threads without work. So its tiles are calculated
// first, and their texels, in small parts, are made last.
bool PrefilterWave::makeTexels(WorkerTeam& team, const WorkerTeam::ShouldStop& shouldStop)
{
    constexpr std::uint32_t kTilesPerThread = 4; // of a mip of many tiles
    std::vector<TileTask> early, whole;
    for (auto mip = std::uint32_t(m_mips.size()); mip-- > 0;)
        for (std::uint32_t tile = 0; m_mips[mip] && tile < m_mips[mip]->count(); ++tile)
        {
            const bool isOfMany = m_mips[mip]->count() >= kTilesPerThread * team.threadCount();
            (isOfMany ? whole : early).push_back({mip, tile});
        }
    const std::size_t parts = 6 * m_probes.size();
    std::vector<std::promise<SharedTile>> promises(early.size());
    std::vector<std::shared_future<SharedTile>> tiles;
    for (std::promise<SharedTile>& promise : promises)
        tiles.push_back(promise.get_future());
    std::vector<LobeScratch> scratch(team.threadCount());
    const auto make = [&](std::uint32_t worker, std::size_t i) {
        if (i < early.size())
        {
            try
            {
                promises[i].set_value(tileOf(early[i], scratch[worker]));
            }
            catch (...)
            {
                promises[i].set_exception(std::current_exception()); // for the thread that waits for it
                throw;
            }
            return;
        }
        i -= early.size();
        if (i < whole.size())
        {
            const SharedTile tile = tileOf(whole[i], scratch[worker]);
            for (std::size_t part = 0; part < parts; ++part)
                makeTexels(*tile, whole[i].mip, std::uint32_t(part % 6), part / 6);
            return;
        }
        i -= whole.size();
        // Tasks begin in order, so that some thread is calculating the tile if it is not there.
        const SharedTile tile = tiles[i / parts].get();
        makeTexels(*tile, early[i / parts].mip, std::uint32_t(i % 6), i % parts / 6);
    };
    return team.run(early.size() + whole.size() + early.size() * parts, make, shouldStop);
}

PrefilterWave::SharedTile PrefilterWave::tileOf(const TileTask& task, LobeScratch& scratch) const
{
    return m_cache.get(*m_mips[task.mip], task.tile, scratch);
}

// Of the tile's images on a face.
void PrefilterWave::makeTexels(const PrefilterTile& tile, std::uint32_t mip, std::uint32_t face,
                               std::size_t probe) const
{
    for (const CubeSymmetry& symmetry : cubeSymmetries())
    {
        if (symmetry.face != face || !PrefilterTiles::isNeeded(tile, symmetry))
            continue;
        TileRgb rgb;
        m_target.prefilterSum({m_tables->grid, tile, symmetry, *m_sources[probe], rgb});
        write(tile, symmetry, rgb, probe, mip);
    }
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
