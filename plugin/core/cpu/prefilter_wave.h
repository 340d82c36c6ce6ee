#pragma once

#include "core/backend.h"
#include "core/kernel/simd_target.h"
#include "core/parallel.h"
#include "core/prefilter/lobe_weights.h"
#include "core/recent_cache.h"

#include <deque>
#include <memory>
#include <mutex>

namespace pn {

using PrefilterSourceTables = RecentCache<PrefilterSource::Tables, std::uint32_t>; // by the size of a face

// The tiles of mips that were made last, up to some bytes. Threads share it.
class PrefilterTileCache
{
public:
    // A tile that is kept, or made now.
    std::shared_ptr<const PrefilterTile> get(const PrefilterTiles& tiles, std::uint32_t index, LobeScratch& scratch);

private:
    struct Kept
    {
        PrefilterMip mip;
        std::vector<std::shared_ptr<const PrefilterTile>> tiles;
    };

    Kept& keptOf(const PrefilterTiles& tiles);
    void dropOldest();

    std::mutex m_mutex;
    std::deque<Kept> m_kept; // the oldest first
    std::size_t m_bytes = 0;
};

// Some cubemaps of one size that are prefiltered together: each tile is taken once for all of them.
class PrefilterWave
{
public:
    PrefilterWave(const SimdTarget& target, PrefilterSourceTables& tables, PrefilterTileCache& cache,
                  std::span<const PrefilterTask> probes, const TexelPolicy& policy);

    // Returns false when the caller wants to stop.
    bool run(WorkerTeam& team, const Monitor& monitor);

private:
    using SharedTile = std::shared_ptr<const PrefilterTile>;

    struct TileTask
    {
        std::uint32_t mip, tile;
    };

    bool readSources(WorkerTeam& team, const WorkerTeam::ShouldStop& shouldStop);
    bool makeTexels(WorkerTeam& team, const WorkerTeam::ShouldStop& shouldStop);
    SharedTile tileOf(const TileTask& task, LobeScratch& scratch) const;
    void makeTexels(const PrefilterTile& tile, std::uint32_t mip, std::uint32_t face, std::size_t probe) const;
    void copyFace(std::size_t probe, std::uint32_t mip, std::uint32_t face) const;
    void write(const PrefilterTile& tile, const CubeSymmetry& symmetry, const TileRgb& rgb, std::size_t probe,
               std::uint32_t mip) const;

    const SimdTarget& m_target;
    PrefilterTileCache& m_cache;
    std::span<const PrefilterTask> m_probes;
    TexelPolicy m_policy;
    std::shared_ptr<const PrefilterSource::Tables> m_tables;
    std::vector<std::unique_ptr<PrefilterSource>> m_sources;
    std::vector<std::unique_ptr<PrefilterTiles>> m_mips; // null where texels are copied
};

} // namespace pn
