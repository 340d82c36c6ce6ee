#pragma once

#include "core/kernel/simd_target.h"
#include "core/light/regions.h"
#include "core/parallel.h"
#include "core/recent_cache.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

// Small bright lights (suns, lamps) taken out of an environment, so that each can be an analytic light and the rest a
// few coefficients. docs/lights.md explains the steps.
namespace pn {

struct LightSettings
{
    std::uint32_t maxLights = PN_MAX_LIGHTS;
    double minShare = 0.01;        // of the sky's own irradiance, for a light to be one
    double maxAngularRadius = 0.0; // radians; what is larger stays in the environment. 0: 7.5 degrees
    TexelPolicy policy;
};

// What depends on the shape of an environment alone.
struct LightTables
{
    SphereGrid grid;
    AreaTable areas;

    explicit LightTables(const Shape& shape) : grid(shape), areas(grid) {}
};

// What the first look at an environment leaves.
struct LuminanceCounts
{
    LuminanceHistogram histogram;
    std::vector<float> rowMaxima; // the largest luminance of each row, counted through the faces
};

// A texel of the residual that differs from the environment's.
struct FilledTexel
{
    std::uint32_t index;
    std::array<float, 3> radiance;
};

struct Extraction
{
    std::vector<PnLight> lights;     // by irradiance, the strongest first
    float threshold = 0.0f;          // the luminance from which on texels were looked at; 0 where none is bright
    std::vector<FilledTexel> filled; // where the lights were
};

// All steps behind the histogram.
Extraction extractLights(const SimdTarget& target, const ProbeView& view, const LightSettings& settings,
                         const SphereGrid& grid, const LuminanceCounts& counts, RegionMarks& marks);

// The limits for the regions of one environment.
RegionLimits regionLimits(const LightSettings& settings, const BrightThreshold& threshold);

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

// An environment without its lights, to be projected. Faces without a light are the caller's own, others are copies.
class ResidualView
{
public:
    // Whether texels of this format hold what lights are replaced by.
    static bool isHeldBy(PnFormat format)
    {
        return format == PN_FORMAT_RGBA32F || format == PN_FORMAT_RGB32F || format == PN_FORMAT_RGBA16F;
    }

    ResidualView() = default;
    ResidualView(const ProbeView& environment, std::span<const FilledTexel> filled); // of such a format

    const ProbeView& view() const { return m_view; }

private:
    ProbeView m_view;
    std::array<std::unique_ptr<std::byte[]>, 6> m_copies;
};

} // namespace pn
