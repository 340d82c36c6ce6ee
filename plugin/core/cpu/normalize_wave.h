#pragma once

#include "core/backend.h"
#include "core/kernel/simd_target.h"
#include "core/parallel.h"
#include "core/recent_cache.h"

#include <map>
#include <memory>

namespace pn {

using GeometryCache = RecentCache<Geometry, Shape>;
using MipWeightsCache = RecentCache<MipWeights, std::uint32_t>; // by the size of the mip before

inline constexpr std::size_t kMipChain = 16; // shapes: enough for all mips of a cubemap

// What waves keep for each other.
struct NormalizeCaches
{
    GeometryCache geometries{kMipChain};
    MipWeightsCache weights{kMipChain};
};

// Some cubemaps that are normalized together, so that all threads have work until the last rows.
class NormalizeWave
{
public:
    // The results' projections must be there. Every argument outlives the wave.
    NormalizeWave(const SimdTarget& target, NormalizeCaches& caches, std::span<const ProbeTask> probes,
                  const TexelPolicy& policy, std::span<NormalizeResult> results);

    // Returns false when the caller wants to stop.
    bool run(WorkerTeam& team, std::uint32_t maxThreads, const Monitor& monitor);

private:
    // Some rows of a mip, of all faces: these share their directions.
    struct RowsTask
    {
        std::uint32_t probe, mip, rowBegin, rowEnd;
        std::shared_ptr<const Geometry> geometry; // null: the task makes its own
    };

    // The made mips of a face, one from the other.
    struct ChainTask
    {
        std::uint32_t probe, face;
    };

    void addChain(std::uint32_t probe, NormalizeCaches& caches);
    void addRows(std::uint32_t probe, NormalizeCaches& caches);
    void makeChain(const ChainTask& task, std::vector<float>& scratch);
    void makeDenominators(std::size_t probe);
    void normalizeTask(const RowsTask& task, std::vector<float>& scratch);

    const SimdTarget& m_target;
    std::span<const ProbeTask> m_probes;
    TexelPolicy m_policy;
    std::span<NormalizeResult> m_results;
    std::vector<std::vector<Denominator>> m_denominators; // of each probe and lobe
    std::vector<std::vector<ProbeView>> m_views;          // of each probe's mips, the made ones in m_made
    std::vector<std::unique_ptr<float[]>> m_made;         // texels of each probe's made mips, RGBA32F
    std::map<std::uint32_t, std::shared_ptr<const MipWeights>> m_weights; // by the size of the mip before
    std::vector<ChainTask> m_chains;
    std::vector<RowsTask> m_rows;
    bool m_isLarge = false; // the results, for the caches
};

} // namespace pn
