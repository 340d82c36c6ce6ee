#include "lab/bench/bench.h"
#include "lab/bench/random_words.h"
#include "lab/bench/wall_clock.h"

#include "core/cpu/cpu_backend.h"
#include "core/kernel/denominator_params.h"
#include "core/parallel.h"
#include "core/self_test.h"
#include "core/sh/preset.h"

#include <cstring>

namespace pn::bench {
namespace {

constexpr std::uint64_t kBytes = 256ull << 20; // many times a processor's last cache
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

// Cubemaps one after the other in memory, and room for their results.
struct Probes
{
    std::vector<std::byte> texels, results;
    std::vector<ProbeView> views;
    std::vector<CubemapTarget> targets;

    Probes(const ProbeCase& what, std::uint32_t count)
        : texels(what.probeBytes() * count), results(what.normalizedBytes() * count)
    {
        fillRandom(texels, what.format);
        const PnFormat format = normalizedFormat(what.format);
        for (std::uint32_t i = 0; i < count; ++i)
        {
            ProbeView view{
                Shape::cubemap(what.faceSize), what.format, std::size_t{what.faceSize} * formatBytes(what.format), {}};
            CubemapTarget target{format, std::size_t{what.faceSize} * formatBytes(format), {}};
            for (std::size_t face = 0; face < 6; ++face)
            {
                view.faces[face] = &texels[i * what.probeBytes() + face * (what.probeBytes() / 6)];
                target.faces[face] = &results[i * what.normalizedBytes() + face * (what.normalizedBytes() / 6)];
            }
            views.push_back(view);
            targets.push_back(target);
        }
    }
};

Measurement measure(CpuBackend& backend, const ProbeCase& what, const Settings& settings)
{
    Measurement result;
    result.what = what;
    const std::uint64_t bytes = settings.bytes != 0 ? settings.bytes : kBytes;
    result.probeCount =
        what.probeCount != 0 ? what.probeCount : std::uint32_t(std::max<std::uint64_t>(1, bytes / what.probeBytes()));
    result.speed.bytes = (what.probeBytes() + what.normalizedBytes()) * result.probeCount;
    Probes probes(what, result.probeCount);
    result.speed.limit = copyLimit(backend.threadCount(), probes.texels, probes.results, settings.runs);

    PnNormalization normalization{};
    normalization.channels = what.isRgb ? PN_CHANNELS_RGB : PN_CHANNELS_LUMINANCE;
    PnSh light{1, {{3.5f, 3.5f, 3.5f}}};
    NullMonitor monitor;
    const auto denominators = denominatorParams(resolveNormalization(normalization), std::size_t{1});
    std::vector<ProbeTask> tasks;
    for (std::size_t i = 0; i < probes.views.size(); ++i)
        tasks.push_back({.mips = {&probes.views[i], 1},
                         .targets = {&probes.targets[i], 1},
                         .light = &light,
                         .lobes = denominators});
    result.speed.seconds = timeRuns(settings.runs, [&] {
        std::vector<NormalizeResult> results(tasks.size());
        backend.normalize(tasks, {}, results, monitor);
    });
    return result;
}

} // namespace

Report normalizeOnCpu(std::uint32_t threadCount, const std::vector<ProbeCase>& cases, const Settings& settings)
{
    CpuBackend backend(threadCount);
    return {.device = backend.name() + ", " + std::to_string(backend.threadCount()) + " threads",
            .driver = "",
            .rows = measureCases(cases, settings, [&](const ProbeCase& what, std::vector<Measurement>& rows) {
                rows.push_back(measure(backend, what, settings));
            })};
}

} // namespace pn::bench
