#include "core/light/light_wave.h"

#include <algorithm>

namespace pn {
namespace {

constexpr std::uint64_t kTaskTexels = 128u << 10;  // some tenths of a millisecond
constexpr std::uint64_t kThreadTexels = 64u << 10; // less is not worth a thread

} // namespace

LightWave::LightWave(const SimdTarget& target, LightTablesCache& tables, std::span<const ProbeView> views,
                     const LightSettings& settings)
    : m_target(target), m_views(views), m_settings(settings), m_counts(views.size()), m_mutexes(views.size())
{
    std::uint64_t texels = 0;
    for (std::uint32_t probe = 0; probe < views.size(); ++probe)
    {
        const Shape& shape = views[probe].shape;
        m_tables.push_back(tables.get(shape));
        m_counts[probe].rowMaxima.resize(std::size_t{shape.faceCount} * shape.height);
        texels += shape.texelCount();
        const auto rows = std::uint32_t(std::max<std::uint64_t>(1, kTaskTexels / shape.width));
        const std::uint32_t end = shape.faceCount * shape.height;
        for (std::uint32_t row = 0; row < end; row += rows)
            m_tasks.push_back({probe, row, std::min(end, row + rows)});
    }
    m_threads = std::uint32_t(std::clamp<std::uint64_t>(m_tasks.size(), 1, 1 + texels / kThreadTexels));
}

bool LightWave::extract(WorkerTeam& team, const WorkerTeam::ShouldStop& shouldStop, std::span<Extraction> results)
{
    std::vector<Worker> workers(m_threads);
    const auto count = [&](std::uint32_t worker, std::size_t i) { countRows(m_tasks[i], workers[worker]); };
    if (!team.run(m_tasks.size(), count, shouldStop, m_threads))
        return false;
    const auto rest = [&](std::uint32_t, std::size_t i) {
        results[i] = extractLights(m_target, m_views[i], m_settings, m_tables[i]->grid, m_counts[i]);
    };
    return team.run(m_views.size(), rest, shouldStop, m_threads);
}

bool LightWave::writeResiduals(WorkerTeam& team, const WorkerTeam::ShouldStop& shouldStop,
                               std::span<const Extraction> extractions, std::span<float* const> residuals) const
{
    const auto write = [&](std::uint32_t, std::size_t i) {
        const RowsTask& task = m_tasks[i];
        float* const residual = residuals[task.probe];
        if (residual == nullptr)
            return;
        const std::uint32_t width = m_views[task.probe].shape.width;
        for (std::uint32_t row = task.rowBegin; row < task.rowEnd; ++row)
        {
            LuminanceJob job = rowJob(task.probe, row);
            job.radiance = residual + std::size_t{4} * row * width;
            m_target.luminanceRow(job);
        }
        for (const FilledTexel& texel : extractions[task.probe].filled)
            if (texel.index >= task.rowBegin * width && texel.index < task.rowEnd * width)
                std::copy(texel.radiance.begin(), texel.radiance.end(), residual + std::size_t{4} * texel.index);
    };
    return team.run(m_tasks.size(), write, shouldStop, m_threads);
}

LuminanceJob LightWave::rowJob(std::uint32_t probe, std::uint32_t row) const
{
    const ProbeView& view = m_views[probe];
    return {view.face(row / view.shape.height),
            view.shape.width,
            row % view.shape.height,
            m_settings.policy,
            nullptr,
            nullptr};
}

void LightWave::countRows(const RowsTask& task, Worker& worker)
{
    const Shape& shape = m_views[task.probe].shape;
    LuminanceCounts& counts = m_counts[task.probe];
    worker.row.resize(shape.width);
    for (std::uint32_t row = task.rowBegin; row < task.rowEnd; ++row)
    {
        LuminanceJob job = rowJob(task.probe, row);
        job.luminances = worker.row.data();
        counts.rowMaxima[row] = m_target.luminanceRow(job);
        worker.counts.count(worker.row, m_tables[task.probe]->areas.row(row % shape.height));
    }
    const std::lock_guard lock(m_mutexes[task.probe]);
    worker.counts.addTo(counts.histogram);
}

SingleExtraction extractLights(const ProbeView& view, const LightSettings& settings)
{
    LightTablesCache tables;
    WorkerTeam team(1);
    SingleExtraction result;
    result.residual.resize(std::size_t{4} * view.shape.texelCount());
    LightWave wave(simdTargets().front(), tables, {&view, 1}, settings);
    float* const residual = result.residual.data();
    wave.extract(team, {}, {&result.extraction, 1});
    wave.writeResiduals(team, {}, {&result.extraction, 1}, {&residual, 1});
    return result;
}

} // namespace pn
