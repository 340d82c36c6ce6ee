#pragma once

#include "core/light/extract_lights.h"

#include "core/cpu/parallel.h"
#include "core/cpu/recent_cache.h"
#include "core/kernel/simd_target.h"

#include <mutex>

namespace pn {

using LightTablesCache = RecentCache<LightTables, Shape>;

// Some environments whose lights are extracted together, so that all threads have work. Each has the results that it
// has alone.
class LightWave
{
public:
    // Every argument outlives the wave.
    LightWave(const SimdTarget& target, LightTablesCache& tables, std::span<const ProbeView> views,
              const LightSettings& settings);

    // Returns false when the caller wants to stop.
    bool extract(WorkerTeam& team, const WorkerTeam::ShouldStop& shouldStop, std::span<Extraction> results);

    // The environments without their lights, r g b 1 per texel; null where one is not wanted. Returns as extract().
    bool writeResiduals(WorkerTeam& team, const WorkerTeam::ShouldStop& shouldStop,
                        std::span<const Extraction> extractions, std::span<float* const> residuals) const;

private:
    // Rows of an environment, counted through its faces.
    struct RowsTask
    {
        std::uint32_t probe, rowBegin, rowEnd;
    };

    // What a thread keeps from task to task.
    struct Worker
    {
        RowCounts counts;
        std::vector<float> row; // luminances
    };

    LuminanceJob rowJob(std::uint32_t probe, std::uint32_t row) const;
    void countRows(const RowsTask& task, Worker& worker);

    const SimdTarget& m_target;
    std::span<const ProbeView> m_views;
    const LightSettings& m_settings;
    std::vector<RowsTask> m_tasks;
    std::uint32_t m_threads = 1;
    std::vector<std::shared_ptr<const LightTables>> m_tables; // of each environment, as the next two
    std::vector<LuminanceCounts> m_counts;
    std::vector<std::mutex> m_mutexes; // of the histograms
};

// One environment on the calling thread, and its residual.
struct SingleExtraction
{
    Extraction extraction;
    std::vector<float> residual;
};
SingleExtraction extractLights(const ProbeView& view, const LightSettings& settings);

} // namespace pn
