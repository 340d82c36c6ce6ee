#include "core/cpu/cpu_backend.h"

#include "core/cpu/normalize_wave.h"
#include "core/error.h"
#include "core/parallel.h"

#include <mutex>

namespace pn {
namespace {

constexpr std::uint64_t kPrefilterTexels = 1u << 18; // of sources, per thread: some tenths of a second of work
constexpr std::uint32_t kPrefilterThreads = 16;      // whose sources' lights take 160 MB
constexpr std::uint64_t kWaveTexels = 8u << 20;    // some milliseconds of work: threads and progress cost nothing then
constexpr std::uint64_t kThreadTexels = 64u << 10; // less is not worth a thread

struct Task
{
    std::uint32_t probe; // of the wave
    std::uint32_t segment;
    std::uint32_t faceBegin, faceEnd;
};

} // namespace

// Some probes that are summed together, so that all threads have work.
class CpuBackend::Wave
{
public:
    Wave(CpuBackend& backend, WorkerTeam& team, std::span<const ProbeView> probes, const ProjectSettings& settings)
        : m_backend(backend), m_team(team), m_probes(probes), m_settings(settings), m_scratch(backend.m_threadCount),
          m_counts(probes.size())
    {
        std::size_t floats = 0;
        for (std::uint32_t i = 0; i < probes.size(); ++i)
        {
            const Shape& shape = probes[i].shape;
            m_geometries.push_back(Geometry::isKeptWhole(shape) ? backend.m_caches.geometries.get(shape) : nullptr);
            m_plans.push_back(backend.m_plans.get(shape, settings.bands));
            m_firstPartial.push_back(floats);
            floats += std::size_t{shape.faceCount} * shape.segments() * partialFloats();
            addTasks(i, shape);
        }
        m_partials.resize(floats);
    }

    // Returns false when the caller wants to stop.
    bool run(std::span<ProbeResult> results, const Monitor& monitor)
    {
        std::uint64_t texels = 0;
        for (const ProbeView& probe : m_probes)
            texels += probe.shape.texelCount();
        const auto threads =
            std::uint32_t(std::min<std::uint64_t>(m_backend.m_threadCount, 1 + texels / kThreadTexels));
        const bool isDone = m_team.run(
            m_tasks.size(), [&](std::uint32_t worker, std::size_t index) { runTask(m_tasks[index], worker); },
            [&] { return monitor.cancelled(); }, threads);
        if (isDone)
            m_team.run(
                results.size(), [&](std::uint32_t, std::size_t i) { results[i] = result(i); }, {}, threads);
        return isDone;
    }

private:
    ProbeResult result(std::size_t probe)
    {
        const Shape& shape = m_probes[probe].shape;
        const std::size_t faceFloats = std::size_t{shape.segments()} * partialFloats();
        std::vector<float> moments;
        for (std::uint32_t face = 0; face < shape.faceCount; ++face)
        {
            const std::span<float> partials(&m_partials[m_firstPartial[probe] + face * faceFloats], faceFloats);
            combinePartials(partials, shape.segments());
            moments.insert(moments.end(), partials.begin(), partials.begin() + partialFloats());
        }
        ProbeResult result;
        result.sh.bands = m_settings.bands;
        result.counts = m_counts[probe];
        finalizeSh(*m_plans[probe], moments, {&result.sh.rgb[0][0], partialFloats()});
        return result;
    }

    std::size_t partialFloats() const { return 3 * momentCount(m_settings.bands); }

    void addTasks(std::uint32_t probe, const Shape& shape)
    {
        const bool facesApart = Geometry::isKeptWhole(shape); // else a task's geometry serves all faces
        for (std::uint32_t segment = 0; segment < shape.segments(); ++segment)
        {
            if (!facesApart)
                m_tasks.push_back({probe, segment, 0, shape.faceCount});
            for (std::uint32_t face = 0; facesApart && face < shape.faceCount; ++face)
                m_tasks.push_back({probe, segment, face, face + 1});
        }
    }

    void runTask(const Task& task, std::uint32_t worker)
    {
        if (m_geometries[task.probe])
            return projectFaces(task, *m_geometries[task.probe], worker);
        const Shape& shape = m_probes[task.probe].shape;
        const Geometry geometry(shape, shape.segmentBegin(task.segment), shape.segmentBegin(task.segment + 1));
        projectFaces(task, geometry, worker);
    }

    void projectFaces(const Task& task, const Geometry& geometry, std::uint32_t worker)
    {
        const ProbeView& probe = m_probes[task.probe];
        TexelCounts counts;
        for (std::uint32_t face = task.faceBegin; face < task.faceEnd; ++face)
        {
            const std::size_t partial = m_firstPartial[task.probe] +
                                        (std::size_t{face} * probe.shape.segments() + task.segment) * partialFloats();
            m_backend.m_target.projectSegment({geometry,
                                               probe.face(face),
                                               m_settings.policy,
                                               m_settings.bands,
                                               task.segment,
                                               std::uint32_t(face * probe.shape.texelsPerFace()),
                                               m_scratch[worker],
                                               {&m_partials[partial], partialFloats()},
                                               counts});
        }
        const std::lock_guard lock(m_countsMutex);
        m_counts[task.probe].merge(counts);
    }

    CpuBackend& m_backend;
    WorkerTeam& m_team;
    std::span<const ProbeView> m_probes;
    ProjectSettings m_settings;
    std::vector<std::shared_ptr<const Geometry>> m_geometries; // null where tasks make their own
    std::vector<std::shared_ptr<const FinalizePlan>> m_plans;
    std::vector<Task> m_tasks;
    std::vector<std::size_t> m_firstPartial;
    std::vector<float> m_partials; // of a probe: [face][segment][moment][channel]
    std::vector<std::vector<float>> m_scratch;
    std::vector<TexelCounts> m_counts;
    std::mutex m_countsMutex;
};

CpuBackend::CpuBackend(std::uint32_t threadCount, const SimdTarget& target, const KeptStore& store)
    : m_threadCount(resolveThreadCount(threadCount)), m_target(target), m_prefilterTiles(store)
{
}

BackendTimes CpuBackend::project(std::span<const ProbeView> probes, const ProjectSettings& settings,
                                 std::span<ProbeResult> results, Monitor& monitor)
{
    WorkerTeam team(m_threadCount);
    for (std::size_t begin = 0; begin < probes.size();)
    {
        std::size_t end = begin;
        for (std::uint64_t texels = 0; end < probes.size() && (end == begin || texels < kWaveTexels); ++end)
            texels += probes[end].shape.texelCount();

        Wave wave(*this, team, probes.subspan(begin, end - begin), settings);
        if (!wave.run(results.subspan(begin, end - begin), monitor))
            throw Error(PN_ERROR_CANCELLED, "cancelled by the caller");
        for (std::size_t i = begin; i < end; ++i)
            monitor.finished(std::uint32_t(i + 1));
        begin = end;
    }
    return {};
}

BackendTimes CpuBackend::normalize(std::span<const ProbeTask> tasks, const ProjectSettings& settings,
                                   std::span<NormalizeResult> results, Monitor& monitor)
{
    WorkerTeam team(m_threadCount);
    for (std::size_t begin = 0; begin < tasks.size();)
    {
        std::size_t end = begin;
        std::uint64_t texels = 0;
        for (; end < tasks.size() && (end == begin || texels < kWaveTexels); ++end)
            texels += tasks[end].mips.front().shape.texelCount();

        const auto wave = tasks.subspan(begin, end - begin);
        const auto waveResults = results.subspan(begin, end - begin);
        const auto threads = std::uint32_t(std::min<std::uint64_t>(m_threadCount, 1 + texels / kThreadTexels));
        const bool isDone =
            projectLights(team, wave, settings, waveResults, monitor) &&
            NormalizeWave(m_target, m_caches, wave, settings.policy, waveResults).run(team, threads, monitor);
        if (!isDone)
            throw Error(PN_ERROR_CANCELLED, "cancelled by the caller");
        for (std::size_t i = begin; i < end; ++i)
            monitor.finished(std::uint32_t(i + 1));
        begin = end;
    }
    return {};
}

BackendTimes CpuBackend::prefilter(std::span<const PrefilterTask> tasks, const TexelPolicy& policy, Monitor& monitor)
{
    WorkerTeam team(m_threadCount);
    const std::uint64_t waveTexels = std::min(m_threadCount, kPrefilterThreads) * kPrefilterTexels;
    for (std::size_t begin = 0; begin < tasks.size();)
    {
        const std::span<const PrefilterMip> mips = tasks[begin].mips;
        std::uint64_t texels = tasks[begin].source.shape.texelCount();
        std::size_t end = begin + 1;
        for (; end < tasks.size() && std::ranges::equal(tasks[end].mips, mips) && texels < waveTexels; ++end)
            texels += tasks[end].source.shape.texelCount();
        const auto wave = tasks.subspan(begin, end - begin);
        if (!PrefilterWave(m_target, m_prefilterTables, m_prefilterTiles, wave, policy).run(team, monitor))
            throw Error(PN_ERROR_CANCELLED, "cancelled by the caller");
        for (std::size_t i = begin; i < end; ++i)
            monitor.finished(std::uint32_t(i + 1));
        begin = end;
    }
    return {};
}

void CpuBackend::encodeBc6h(const Bc6hTask& task)
{
    const auto encodeRow = [&](std::uint32_t, std::size_t index) {
        const auto row = std::uint32_t(index);
        m_target.encodeBc6h({task.picture.face(0), task.picture.shape.width, task.picture.shape.height, row, row + 1,
                             task.effort, task.isSigned, task.blocks});
    };
    parallelFor(m_threadCount, task.rows(), encodeRow);
}

// Projects the first mips of the cubemaps whose light is not given.
bool CpuBackend::projectLights(WorkerTeam& team, std::span<const ProbeTask> tasks, const ProjectSettings& settings,
                               std::span<NormalizeResult> results, const Monitor& monitor)
{
    std::vector<ProbeView> views;
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < tasks.size(); ++i)
    {
        if (tasks[i].light != nullptr)
        {
            results[i].projection.sh = *tasks[i].light;
            continue;
        }
        views.push_back(tasks[i].mips.front());
        indices.push_back(i);
    }
    std::vector<ProbeResult> projections(views.size());
    if (!views.empty() && !Wave(*this, team, views, settings).run(projections, monitor))
        return false;
    for (std::size_t i = 0; i < indices.size(); ++i)
        results[indices[i]].projection = projections[i];
    return true;
}

} // namespace pn
