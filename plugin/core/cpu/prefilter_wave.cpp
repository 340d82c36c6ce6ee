#include "core/cpu/prefilter_wave.h"

#include "core/kernel/encode.h"
#include "core/kernel/exact_texels.h"

#include <algorithm>
#include <bit>

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

// Texels as they are, in another format. prefilter_source.comp has a part for it.
void copyCubemap(const ProbeView& source, const CubemapTarget& target, const TexelPolicy& policy)
{
    const std::uint32_t size = source.shape.width;
    std::vector<float> row(std::size_t{4} * size);
    for (std::uint32_t face = 0; face < 6; ++face)
        for (std::uint32_t y = 0; y < size; ++y)
        {
            readExact(source.face(face), policy, {y, 0, size}, row.data());
            for (std::uint32_t x = 0; x < size; ++x)
                writeTexel(target.face(face), x, y, {row[4 * x], row[4 * x + 1], row[4 * x + 2]});
        }
}

} // namespace

std::shared_ptr<const PrefilterTile> PrefilterTileCache::get(const PrefilterTiles& tiles, std::uint32_t index)
{
    {
        const std::lock_guard lock(m_mutex);
        if (const auto& tile = keptOf(tiles).tiles[index])
            return tile;
    }
    auto made = std::make_shared<const PrefilterTile>(tiles.make(index));
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
    {
        m_mips.push_back(mip.isCopy() ? nullptr : std::make_unique<PrefilterTiles>(mip, m_tables->grid));
        for (std::uint32_t tile = 0; m_mips.back() && tile < m_mips.back()->count(); ++tile)
            m_tasks.push_back({std::uint32_t(m_mips.size() - 1), tile});
    }
}

bool PrefilterWave::run(WorkerTeam& team, const Monitor& monitor)
{
    const auto shouldStop = [&] { return monitor.cancelled(); };
    const auto read = [&](std::uint32_t, std::size_t probe) {
        if (!m_tasks.empty())
            m_sources[probe] = std::make_unique<PrefilterSource>(*m_tables, m_probes[probe].source, m_policy);
        for (std::uint32_t mip = 0; mip < m_mips.size(); ++mip)
            if (!m_mips[mip])
                copyCubemap(m_probes[probe].source, m_probes[probe].targets[mip], m_policy);
    };
    const auto make = [&](std::uint32_t, std::size_t i) { makeTile(i / m_tasks.size(), m_tasks[i % m_tasks.size()]); };
    return team.run(m_probes.size(), read, shouldStop) && team.run(m_probes.size() * m_tasks.size(), make, shouldStop);
}

void PrefilterWave::makeTile(std::size_t probe, const TileTask& task)
{
    const std::shared_ptr<const PrefilterTile> tile = m_cache.get(*m_mips[task.mip], task.tile);
    for (const CubeSymmetry& symmetry : cubeSymmetries())
    {
        if (!PrefilterTiles::isNeeded(*tile, symmetry))
            continue;
        TileRgb rgb;
        m_target.prefilterSum({m_tables->grid, *tile, symmetry, *m_sources[probe], rgb});
        write(*tile, symmetry, rgb, probe, task.mip);
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
