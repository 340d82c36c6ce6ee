// Projection and normalization on the CPU, beside plain reads and plain copies of the same memory.
#include "bench/bench.h"
#include "bench/random_words.h"
#include "bench/read_limit.h"

#include "core/cpu/cpu_backend.h"
#include "core/kernel/denominator_params.h"
#include "core/self_test.h"
#include "core/sh/preset.h"

#include <cstring>

namespace pn::bench {
namespace {

// Many times a processor's last cache.
constexpr std::uint64_t kProjectBytes = 512ull << 20, kNormalizeBytes = 256ull << 20;
constexpr std::size_t kPartBytes = 1u << 20;

double copyLimit(std::uint32_t threads, std::span<const std::byte> from, std::span<std::byte> to, std::uint32_t runs)
{
    const std::size_t bytes = std::min(from.size(), to.size()), parts = (bytes + kPartBytes - 1) / kPartBytes;
    const Spread times = timeRuns(runs, [&] {
        parallelFor(threads, parts, [&](std::uint32_t, std::size_t i) {
            const std::size_t at = i * kPartBytes;
            std::memcpy(&to[at], &from[at], std::min(kPartBytes, bytes - at));
        });
    });
    return 2.0 * double(bytes) / times.median;
}

// Cubemaps of random texels, one after the other in memory.
struct Probes
{
    std::vector<std::byte> texels;
    std::vector<ProbeView> views;

    Probes(const ProbeCase& what, const Settings& settings, std::uint64_t defaultBytes)
    {
        const std::uint64_t fit = (settings.bytes != 0 ? settings.bytes : defaultBytes) / what.probeBytes();
        views.resize(what.probeCount != 0 ? what.probeCount : std::max<std::uint64_t>(1, fit));
        texels.resize(what.probeBytes() * views.size());
        fillRandom(texels, what.format);
        for (std::size_t i = 0; i < views.size(); ++i)
        {
            views[i] = {
                Shape::cubemap(what.faceSize), what.format, std::size_t{what.faceSize} * formatBytes(what.format), {}};
            for (std::size_t face = 0; face < 6; ++face)
                views[i].faces[face] = &texels[i * what.probeBytes() + face * (what.probeBytes() / 6)];
        }
    }

    Measurement measurement(const ProbeCase& what) const
    {
        Measurement result;
        result.what = what;
        result.probeCount = std::uint32_t(views.size());
        return result;
    }
};

// Room for the results of such cubemaps.
struct Results
{
    std::vector<std::byte> texels;
    std::vector<CubemapTarget> targets;

    Results(const ProbeCase& what, std::size_t count) : texels(what.normalizedBytes() * count), targets(count)
    {
        const PnFormat format = normalizedFormat(what.format);
        for (std::size_t i = 0; i < count; ++i)
        {
            targets[i] = {format, std::size_t{what.faceSize} * formatBytes(format), {}};
            for (std::size_t face = 0; face < 6; ++face)
                targets[i].faces[face] = &texels[i * what.normalizedBytes() + face * (what.normalizedBytes() / 6)];
        }
    }
};

Measurement project(CpuBackend& backend, const ProbeCase& what, const Settings& settings)
{
    const Probes probes(what, settings, kProjectBytes);
    Measurement result = probes.measurement(what);
    result.speed.bytes = probes.texels.size();
    result.speed.limit = cpuReadLimit(backend.threadCount(), probes.texels, settings.runs);
    std::vector<ProbeResult> results(probes.views.size());
    NullMonitor monitor;
    result.speed.seconds = timeRuns(settings.runs, [&] {
        backend.project(probes.views, {what.bands, {}}, results, monitor);
    });
    return result;
}

Measurement normalize(CpuBackend& backend, const ProbeCase& what, const Settings& settings)
{
    const Probes probes(what, settings, kNormalizeBytes);
    Results made(what, probes.views.size());
    Measurement result = probes.measurement(what);
    result.speed.bytes = probes.texels.size() + made.texels.size();
    result.speed.limit = copyLimit(backend.threadCount(), probes.texels, made.texels, settings.runs);

    PnNormalization normalization{};
    normalization.channels = what.isRgb ? PN_CHANNELS_RGB : PN_CHANNELS_LUMINANCE;
    PnSh light{1, {{3.5f, 3.5f, 3.5f}}};
    NullMonitor monitor;
    const auto denominators = denominatorParams(resolveNormalization(normalization), 1, std::size_t{1});
    std::vector<ProbeTask> tasks;
    for (std::size_t i = 0; i < probes.views.size(); ++i)
        tasks.push_back(
            {.mips = {&probes.views[i], 1}, .targets = {&made.targets[i], 1}, .light = &light, .lobes = denominators});
    result.speed.seconds = timeRuns(settings.runs, [&] {
        std::vector<NormalizeResult> results(tasks.size());
        backend.normalize(tasks, {}, results, monitor);
    });
    return result;
}

Report measureOnCpu(std::uint32_t threadCount, const std::vector<ProbeCase>& cases, const Settings& settings,
                    Measurement (&measure)(CpuBackend&, const ProbeCase&, const Settings&))
{
    CpuBackend backend(threadCount);
    return {.device = backend.name() + ", " + std::to_string(backend.threadCount()) + " threads",
            .driver = "",
            .rows =
                measureCases(cases, settings, [&](const ProbeCase& what) { return measure(backend, what, settings); })};
}

} // namespace

Report projectOnCpu(std::uint32_t threadCount, const std::vector<ProbeCase>& cases, const Settings& settings)
{
    return measureOnCpu(threadCount, cases, settings, project);
}

Report normalizeOnCpu(std::uint32_t threadCount, const std::vector<ProbeCase>& cases, const Settings& settings)
{
    return measureOnCpu(threadCount, cases, settings, normalize);
}

} // namespace pn::bench
