#pragma once

#include "core/backend.h"
#include "core/cpu/geometry_cache.h"
#include "core/cpu/parallel.h"
#include "core/kernel/simd_target.h"

#include <memory>

namespace pn {

// Some cubemaps that are normalized together, so that all threads have work until the last rows.
class NormalizeWave
{
public:
    // The results' projections must be there. Every argument outlives the wave.
    NormalizeWave(const SimdTarget& target, GeometryCache& geometries, std::span<const ProbeTask> probes,
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

    void addRows(std::uint32_t probe, GeometryCache& geometries);
    void makeDenominators(std::size_t probe);
    void normalizeTask(const RowsTask& task, std::vector<float>& scratch);

    const SimdTarget& m_target;
    std::span<const ProbeTask> m_probes;
    TexelPolicy m_policy;
    std::span<NormalizeResult> m_results;
    std::vector<std::vector<Denominator>> m_denominators; // of each probe and lobe
    std::vector<RowsTask> m_rows;
    bool m_streams = false;
};

} // namespace pn
