#pragma once

#include "core/backend.h"
#include "core/kernel/simd_target.h"
#include "core/parallel.h"
#include "core/prefilter/lobe_weights.h"
#include "core/prefilter/table_store.h"
#include "core/recent_cache.h"

#include <deque>
#include <memory>
#include <mutex>

namespace pn {

using PrefilterSourceTables = RecentCache<PrefilterSource::Tables, std::uint32_t>; // by the size of a face

// The tiles of mips that were made last, up to some bytes, and what the host has kept of earlier runs. Threads share
// it.
class PrefilterTileCache
{
public:
    explicit PrefilterTileCache(const KeptStore& store) : m_store(store) {}

    // Take the tiles of a mip that has none from the host, and hand it those of a mip that has all and were not kept by
    // it. No thread may use the cache meanwhile.
    void load(const PrefilterTiles& tiles);
    void store(const PrefilterTiles& tiles);

    // A tile that is kept, or made now.
    std::shared_ptr<const PrefilterTile> get(const PrefilterTiles& tiles, std::uint32_t index, LobeScratch& scratch);

private:
    struct Kept
    {
        PrefilterMip mip;
        std::vector<std::shared_ptr<const PrefilterTile>> tiles;
        bool isStored = false; // the host has them, or was asked to
    };

    Kept& keptOf(const PrefilterTiles& tiles);
    void makeRoom(const PrefilterTiles& tiles, std::size_t bytes);
    void dropOldest();

    KeptStore m_store;
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
    bool makeTexels(std::span<const TileTask> tiles, WorkerTeam& team, const WorkerTeam::ShouldStop& shouldStop);
    void makeImages(const PrefilterTile& tile, std::uint32_t mip, std::uint32_t face, std::size_t probe) const;
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
