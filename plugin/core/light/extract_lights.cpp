#include "core/light/extract_lights.h"

#include "core/kernel/encode.h"
#include "core/light/measure_light.h"

#include <hwy/cache_control.h>

#include <algorithm>

namespace pn {
namespace {

constexpr double kDefaultRadius = 7.5 * kPi / 180.0;

struct RegionLight
{
    const LightRegion* region;
    MeasuredLight measured;
};

// All lights are measured in the environment as it is, before any of them is taken out.
std::vector<RegionLight> measureAll(const ProbeView& view, const LightSettings& settings, const SphereGrid& grid,
                                    std::span<const LightRegion> regions)
{
    std::vector<RegionLight> lights;
    lights.reserve(regions.size());
    for (const LightRegion& region : regions)
        lights.push_back({&region, measureLight(view, settings.policy, grid, region)});
    std::stable_sort(lights.begin(), lights.end(), [](const RegionLight& a, const RegionLight& b) {
        return a.measured.luminance > b.measured.luminance;
    });
    if (lights.size() > settings.maxLights)
        lights.erase(lights.begin() + settings.maxLights, lights.end());
    return lights;
}

constexpr std::uint64_t kTaskTexels = 128u << 10;  // some tenths of a millisecond
constexpr std::uint64_t kThreadTexels = 64u << 10; // less is not worth a thread
constexpr std::uint64_t kStreamTexels = 1u << 20;  // their residual would drive all else out of the caches

void fill(std::span<const FilledTexel> texels, float* residual)
{
    for (const FilledTexel& texel : texels)
        std::copy(texel.radiance.begin(), texel.radiance.end(), residual + std::size_t{4} * texel.index);
}

} // namespace

RegionLimits regionLimits(const LightSettings& settings, const BrightThreshold& threshold)
{
    const double asked = settings.maxAngularRadius == 0.0 ? kDefaultRadius : settings.maxAngularRadius;
    return {solidAngleOfDisc(std::min(asked, kLargestLightRadius)), settings.minShare * kPi * threshold.skyLuminance};
}

Extraction extractLights(const SimdTarget& target, const ProbeView& view, const LightSettings& settings,
                         const SphereGrid& grid, const LuminanceCounts& counts, RegionMarks& marks)
{
    Extraction result;
    const BrightThreshold threshold = findThreshold(counts.histogram);
    if (threshold.bin == LuminanceHistogram::kBins)
        return result;
    result.threshold = float(LuminanceHistogram::valueOf(threshold.bin));
    const LuminanceRows luminances(target, view, settings.policy, counts.rowMaxima,
                                   LuminanceHistogram::leastOf(threshold.bin));
    const std::vector<LightRegion> regions = findRegions(grid, luminances, regionLimits(settings, threshold), marks);
    for (const RegionLight& light : measureAll(view, settings, grid, regions))
    {
        result.lights.push_back(light.measured.light);
        for (const std::uint32_t index : light.region->texels)
            result.filled.push_back({index, light.measured.fill.at(grid.direction(index))});
    }
    return result;
}

LightWave::LightWave(const SimdTarget& target, LightTablesCache& tables, std::span<const ProbeView> views,
                     const LightSettings& settings)
    : m_target(target), m_views(views), m_settings(settings), m_probes(views.size())
{
    for (std::uint32_t probe = 0; probe < views.size(); ++probe)
    {
        const Shape& shape = views[probe].shape;
        m_probes[probe].tables = tables.get(shape);
        m_texels += shape.texelCount();
        const auto rows = std::uint32_t(std::max<std::uint64_t>(1, kTaskTexels / shape.width));
        const std::uint32_t end = shape.faceCount * shape.height;
        for (std::uint32_t row = 0; row < end; row += rows, ++m_probes[probe].tasksLeft)
            m_tasks.push_back({probe, row, std::min(end, row + rows)});
    }
    m_threads = std::uint32_t(std::clamp<std::uint64_t>(m_tasks.size(), 1, 1 + m_texels / kThreadTexels));
}

bool LightWave::extract(WorkerTeam& team, const WorkerTeam::ShouldStop& shouldStop, std::span<float* const> residuals,
                        std::span<Extraction> results, const Extracted& onExtracted)
{
    std::vector<Worker> workers(std::min(m_threads, team.threadCount()));
    const auto run = [&](std::uint32_t worker, std::size_t i) {
        const std::uint32_t probe = m_tasks[i].probe;
        countRows(m_tasks[i], residuals[probe], openCounts(probe), workers[worker]);
        if (!closeTask(probe, workers[worker].counts))
            return;
        finish(probe, residuals[probe], workers[worker].marks, results[probe]);
        if (onExtracted)
            onExtracted(probe);
    };
    return team.run(m_tasks.size(), run, shouldStop, m_threads);
}

LuminanceJob LightWave::rowJob(std::uint32_t probe, std::uint32_t row) const
{
    const ProbeView& view = m_views[probe];
    LuminanceJob job;
    job.face = view.face(row / view.shape.height);
    job.width = view.shape.width;
    job.y = row % view.shape.height;
    job.policy = m_settings.policy;
    return job;
}

// The counts of an environment; its first task makes them.
LuminanceCounts& LightWave::openCounts(std::uint32_t probe)
{
    Probe& state = m_probes[probe];
    const std::lock_guard lock(state.mutex);
    if (!state.counts)
    {
        state.counts = std::make_unique<LuminanceCounts>();
        state.counts->rowMaxima.resize(std::size_t{m_views[probe].shape.faceCount} * m_views[probe].shape.height);
    }
    return *state.counts;
}

// Returns whether it was the last task of the environment.
bool LightWave::closeTask(std::uint32_t probe, RowCounts& counts)
{
    Probe& state = m_probes[probe];
    const std::lock_guard lock(state.mutex);
    counts.addTo(state.counts->histogram);
    return --state.tasksLeft == 0;
}

void LightWave::countRows(const RowsTask& task, float* residual, LuminanceCounts& counts, Worker& worker) const
{
    const Shape& shape = m_views[task.probe].shape;
    const bool streams = residual != nullptr && m_texels >= kStreamTexels;
    worker.bins.resize(shape.width);
    worker.radiance.resize(streams ? std::size_t{4} * shape.width : 0);
    for (std::uint32_t row = task.rowBegin; row < task.rowEnd; ++row)
    {
        LuminanceJob job = rowJob(task.probe, row);
        float* const to = residual != nullptr ? residual + std::size_t{4} * row * shape.width : nullptr;
        job.bins = worker.bins.data();
        job.radiance = streams ? worker.radiance.data() : to;
        job.streamed = streams ? to : nullptr;
        counts.rowMaxima[row] = m_target.luminanceRow(job);
        worker.counts.count(worker.bins, m_probes[task.probe].tables->areas.row(row % shape.height));
    }
    if (streams)
        hwy::FlushStream(); // so that the thread that fills in what lights hide comes later
}

// All tasks of the environment are done.
void LightWave::finish(std::uint32_t probe, float* residual, RegionMarks& marks, Extraction& result)
{
    Probe& state = m_probes[probe];
    result = extractLights(m_target, m_views[probe], m_settings, state.tables->grid, *state.counts, marks);
    state.counts.reset();
    if (residual != nullptr)
        fill(result.filled, residual);
}

SingleExtraction extractLights(const ProbeView& view, const LightSettings& settings)
{
    LightTablesCache tables;
    WorkerTeam team(1);
    SingleExtraction result;
    result.residual.resize(std::size_t{4} * view.shape.texelCount());
    LightWave wave(simdTargets().front(), tables, {&view, 1}, settings);
    float* const residual = result.residual.data();
    wave.extract(team, {}, {&residual, 1}, {&result.extraction, 1});
    return result;
}

ResidualView::ResidualView(const ProbeView& environment, std::span<const FilledTexel> filled) : m_view(environment)
{
    const std::uint32_t width = m_view.shape.width, height = m_view.shape.height;
    const std::size_t texelBytes = formatBytes(m_view.format);
    const std::size_t faceBytes = (height - 1) * m_view.rowPitch + width * texelBytes; // the last row may end there
    for (const FilledTexel& texel : filled)
    {
        const std::uint32_t face = texel.index / width / height, y = texel.index / width % height;
        std::unique_ptr<std::byte[]>& copy = m_copies[face];
        if (!copy)
        {
            copy = std::make_unique_for_overwrite<std::byte[]>(faceBytes);
            std::memcpy(copy.get(), m_view.faces[face], faceBytes);
            m_view.faces[face] = copy.get();
        }
        RgbBits bits;
        for (std::size_t c = 0; c < 3; ++c)
            bits[c] = std::bit_cast<std::uint32_t>(texel.radiance[c]);
        encodeTexel(m_view.format, bits, 0, copy.get() + y * m_view.rowPitch + texel.index % width * texelBytes);
    }
}

} // namespace pn
