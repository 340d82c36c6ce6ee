#include "lab/bench/bench.h"
#include "lab/bench/random_words.h"
#include "lab/bench/wall_clock.h"

#include "core/cpu/cpu_backend.h"
#include "core/self_test.h"

namespace pn::bench {
namespace {

constexpr std::uint64_t kBytes = 512ull << 20; // many times a processor's last cache

std::vector<ProbeView> views(const ProbeCase& what, std::uint32_t count, const std::byte* texels)
{
    const std::size_t faceBytes = what.probeBytes() / 6;
    std::vector<ProbeView> result(count);
    for (std::uint32_t i = 0; i < count; ++i)
    {
        result[i].shape = Shape::cubemap(what.faceSize);
        result[i].format = what.format;
        result[i].rowPitch = std::size_t{what.faceSize} * pnGetFormatBytes(what.format);
        for (std::size_t face = 0; face < 6; ++face)
            result[i].faces[face] = texels + (i * 6 + face) * faceBytes;
    }
    return result;
}

Measurement measure(CpuBackend& backend, const ProbeCase& what, const Settings& settings)
{
    Measurement result;
    result.what = what;
    const std::uint64_t bytes = settings.bytes != 0 ? settings.bytes : kBytes;
    result.probeCount =
        what.probeCount != 0 ? what.probeCount : std::uint32_t(std::max<std::uint64_t>(1, bytes / what.probeBytes()));
    result.speed.bytes = what.probeBytes() * result.probeCount;
    std::vector<std::byte> texels(result.speed.bytes);
    fillRandom(texels, what.format);
    result.speed.limit = cpuReadLimit(backend.threadCount(), texels, settings.runs);

    const auto probes = views(what, result.probeCount, texels.data());
    std::vector<ProbeResult> results(probes.size());
    NullMonitor monitor;
    result.speed.seconds = timeRuns(settings.runs, [&] {
        backend.project(probes, {what.bands, {}}, results, monitor);
    });
    return result;
}

} // namespace

Report projectOnCpu(std::uint32_t threadCount, const std::vector<ProbeCase>& cases, const Settings& settings)
{
    CpuBackend backend(threadCount);
    return {.device = backend.name() + ", " + std::to_string(backend.threadCount()) + " threads",
            .driver = "",
            .rows = measureCases(cases, settings, [&](const ProbeCase& what, std::vector<Measurement>& rows) {
                rows.push_back(measure(backend, what, settings));
            })};
}

} // namespace pn::bench
