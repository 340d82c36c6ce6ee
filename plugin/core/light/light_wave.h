#pragma once

#include "core/light/extract_lights.h"

#include "core/kernel/simd_target.h"
#include "core/parallel.h"
#include "core/recent_cache.h"

#include <functional>
#include <memory>
#include <mutex>

namespace pn {

using LightTablesCache = RecentCache<LightTables, Shape>;

// Some environments whose lights are extracted together, so that all threads have work. Each has the results that it
// has alone.
class LightWave
{
public:
    // Called by a worker of the team as soon as an environment has its lights, when its texels are mostly still in a
    // cache.
    using Extracted = std::function<void(std::uint32_t probe)>;

    // Every argument outlives the wave.
    LightWave(const SimdTarget& target, LightTablesCache& tables, std::span<const ProbeView> views,
              const LightSettings& settings);

    // Writes the lights to results, and to residuals the environments without them, r g b 1 per texel; null where one
    // is not wanted. Returns false when the caller wants to stop.
    bool extract(WorkerTeam& team, const WorkerTeam::ShouldStop& shouldStop, std::span<float* const> residuals,
                 std::span<Extraction> results, const Extracted& onExtracted = {});

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
        std::vector<std::uint32_t> bins; // of a row
        std::vector<float> radiance;     // of a row on its way past the caches
        RegionMarks marks;
    };

    // An environment on its way through extract().
    struct Probe
    {
        std::shared_ptr<const LightTables> tables;
        std::uint32_t tasksLeft = 0;
        std::unique_ptr<LuminanceCounts> counts; // from its first task to its last
        std::mutex mutex;                        // of the members above
    };

    LuminanceJob rowJob(std::uint32_t probe, std::uint32_t row) const;
    LuminanceCounts& openCounts(std::uint32_t probe);
    bool closeTask(std::uint32_t probe, RowCounts& counts);
    void countRows(const RowsTask& task, float* residual, LuminanceCounts& counts, Worker& worker) const;
    void finish(std::uint32_t probe, float* residual, RegionMarks& marks, Extraction& result);

    const SimdTarget& m_target;
    std::span<const ProbeView> m_views;
    const LightSettings& m_settings;
    std::vector<RowsTask> m_tasks;
    std::uint64_t m_texels = 0;
    std::uint32_t m_threads = 1;
    std::vector<Probe> m_probes;
};

// One environment on the calling thread, and its residual.
struct SingleExtraction
{
    Extraction extraction;
    std::vector<float> residual;
};
SingleExtraction extractLights(const ProbeView& view, const LightSettings& settings);

} // namespace pn
