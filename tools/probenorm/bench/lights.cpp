#include "bench/lights.h"

#include "bench/light_skies.h"
#include "bench/wall_clock.h"

#include "core/light/extract_lights.h"
#include "core/light/measure_light.h"
#include "core/light/regions.h"

#include <array>
#include <optional>
#include <stdexcept>

namespace pn::bench {
namespace {

void check(PnResult result)
{
    if (result != PN_SUCCESS)
        throw std::runtime_error(pnGetLastErrorMessage());
}

// The calls of the C API.
class Calls
{
public:
    Calls(PnContext context, const LightSkies& skies)
        : m_context(context), m_skies(skies), m_items(skies.cubemaps().size()), m_lights(m_items.size()),
          m_shs(m_items.size())
    {
        for (std::size_t i = 0; i < m_items.size(); ++i)
            m_items[i] = {sizeof(PnLightItem), 0, &skies.cubemaps()[i], nullptr, 0, nullptr};
        m_lights.front().structSize = sizeof(PnLights);
    }

    void project()
    {
        check(
            pnProjectCubemaps(m_context, count(), m_skies.cubemaps().data(), nullptr, m_shs.data(), nullptr, nullptr));
    }

    void extract()
    {
        check(pnExtractLightsOfMany(m_context, count(), m_items.data(), nullptr, nullptr, m_lights.data(), m_shs.data(),
                                    nullptr));
    }

    void keepResiduals()
    {
        m_residuals.resize(m_skies.floatsPerProbe() * m_items.size());
        for (std::size_t i = 0; i < m_items.size(); ++i)
        {
            m_items[i].residualFloats = m_skies.floatsPerProbe();
            m_items[i].residual = &m_residuals[i * m_skies.floatsPerProbe()];
        }
    }

    std::uint64_t lightCount() const
    {
        std::uint64_t sum = 0;
        for (const PnLights& lights : m_lights)
            sum += lights.count;
        return sum;
    }

private:
    std::uint32_t count() const { return std::uint32_t(m_items.size()); }

    PnContext m_context;
    const LightSkies& m_skies;
    std::vector<PnLightItem> m_items;
    std::vector<PnLights> m_lights;
    std::vector<PnSh> m_shs;
    std::vector<float> m_residuals;
};

// The steps of docs/lights.md, each for some probes on all threads, so that each has a time of its own.
class Passes
{
public:
    static constexpr std::array kNames = {"histogram", "threshold", "compaction", "regions", "sums"};

    Passes(std::uint32_t threadCount, const LightSkies& skies)
        : m_team(threadCount), m_counts(threadCount), m_marks(threadCount), m_views(skies.views()),
          m_tables(m_views.front().shape)
    {
    }

    std::array<double, kNames.size()> run()
    {
        std::array<double, kNames.size()> sums{};
        for (std::size_t begin = 0; begin < m_views.size(); begin += kAtOnce)
        {
            const std::size_t end = std::min(m_views.size(), begin + kAtOnce);
            std::vector<Probe> probes(end - begin);
            for (std::size_t i = 0; i < probes.size(); ++i)
                probes[i].view = &m_views[begin + i];
            for (Probe& probe : probes)
                probe.counts.rowMaxima.resize(std::size_t{6} * m_tables.grid.shape().height);
            sums[0] += timed(probes, [&](Probe& probe, std::uint32_t worker) { countTexels(probe, worker); });
            sums[1] +=
                timed(probes, [](Probe& probe, auto) { probe.threshold = findThreshold(probe.counts.histogram); });
            sums[2] += timed(probes, [&](Probe& probe, auto) {
                if (probe.threshold.bin < LuminanceHistogram::kBins)
                    probe.luminances.emplace(simdTargets().front(), *probe.view, m_settings.policy,
                                             probe.counts.rowMaxima, LuminanceHistogram::leastOf(probe.threshold.bin));
            });
            sums[3] += timed(probes, [&](Probe& probe, std::uint32_t worker) {
                if (probe.luminances)
                    probe.regions = findRegions(m_tables.grid, *probe.luminances,
                                                regionLimits(m_settings, probe.threshold), m_marks[worker]);
            });
            sums[4] += timed(probes, [&](Probe& probe, auto) {
                for (const LightRegion& region : probe.regions)
                    probe.lights.push_back(measureLight(*probe.view, m_settings.policy, m_tables.grid, region));
            });
        }
        return sums;
    }

private:
    static constexpr std::size_t kAtOnce = 128;

    struct Probe
    {
        const ProbeView* view = nullptr;
        LuminanceCounts counts;
        BrightThreshold threshold;
        std::optional<LuminanceRows> luminances;
        std::vector<LightRegion> regions;
        std::vector<MeasuredLight> lights;
    };

    template <typename Pass>
    double timed(std::span<Probe> probes, const Pass& pass)
    {
        return seconds(
            [&] { m_team.run(probes.size(), [&](std::uint32_t worker, std::size_t i) { pass(probes[i], worker); }); });
    }

    void countTexels(Probe& probe, std::uint32_t worker)
    {
        const Shape& shape = m_tables.grid.shape();
        std::vector<std::uint32_t> bins(shape.width);
        for (std::uint32_t row = 0; row < shape.faceCount * shape.height; ++row)
        {
            const std::uint32_t y = row % shape.height;
            LuminanceJob job{probe.view->face(row / shape.height), shape.width, y, m_settings.policy};
            job.bins = bins.data();
            probe.counts.rowMaxima[row] = simdTargets().front().luminanceRow(job);
            m_counts[worker].count(bins, m_tables.areas.row(y));
        }
        m_counts[worker].addTo(probe.counts.histogram);
    }

    WorkerTeam m_team;
    std::vector<RowCounts> m_counts; // of each thread, as the next one
    std::vector<RegionMarks> m_marks;
    std::vector<ProbeView> m_views;
    LightTables m_tables;
    LightSettings m_settings;
};

} // namespace

LightReport measureLights(PnContext context, const LightCase& what, const LightBenchSettings& settings)
{
    PnContextInfo info{};
    info.structSize = sizeof(info);
    check(pnGetContextInfo(context, &info));
    LightReport report{info.name, info.threadCount, 0, {}, {}};
    const LightSkies skies(what);
    Calls calls(context, skies);
    const auto time = [&](const char* name, auto&& call) {
        if (settings.onCase)
            settings.onCase(name);
        report.calls.push_back({name, timeRuns(settings.runs, call)});
    };
    time("projection", [&] { calls.project(); });
    time("lights", [&] { calls.extract(); });
    report.lightCount = calls.lightCount();
    calls.keepResiduals();
    time("lights and residual texels", [&] { calls.extract(); });

    Passes passes(info.threadCount, skies);
    std::array<std::vector<double>, Passes::kNames.size()> times;
    for (std::uint32_t run = 0; run < settings.runs; ++run)
    {
        const auto taken = passes.run();
        for (std::size_t i = 0; i < taken.size(); ++i)
            times[i].push_back(taken[i]);
    }
    for (std::size_t i = 0; i < times.size(); ++i)
        report.passes.push_back({Passes::kNames[i], spread(times[i])});
    return report;
}

} // namespace pn::bench
