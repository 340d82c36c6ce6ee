#include "bench/bench.h"
#include "bench/clock.h"
#include "bench/random_words.h"
#include "bench/statistics.h"

#include "core/cpu_backend.h"
#include "core/parallel.h"
#include "core/self_test.h"

#include <atomic>

namespace pn::bench {
namespace {

constexpr std::uint64_t kBytes = 512ull << 20; // many times a processor's last cache
constexpr std::size_t kPartBytes = 1u << 20;

template <typename Work>
Spread time(std::uint32_t runs, Work&& work)
{
    std::vector<double> times;
    for (std::uint32_t run = 0; run < runs + 1; ++run)
    {
        const double taken = seconds(work);
        if (run > 0)
            times.push_back(taken);
    }
    return spread(times);
}

std::uint64_t sumWords(std::span<const std::byte> bytes)
{
    std::uint64_t sums[8] = {};
    for (std::size_t i = 0; i + 64 <= bytes.size(); i += 64)
        for (std::size_t k = 0; k < 8; ++k)
        {
            std::uint64_t word;
            std::memcpy(&word, &bytes[i + 8 * k], 8);
            sums[k] += word;
        }
    return sums[0] + sums[1] + sums[2] + sums[3] + sums[4] + sums[5] + sums[6] + sums[7];
}

// The speed at which as many threads read the same memory and do next to nothing with it.
double readLimit(std::uint32_t threads, std::span<const std::byte> texels, std::uint32_t runs)
{
    std::atomic<std::uint64_t> sink = 0;
    const std::size_t parts = (texels.size() + kPartBytes - 1) / kPartBytes;
    const Spread times = time(runs, [&] {
        parallelFor(threads, parts, [&](std::uint32_t, std::size_t i) {
            const std::size_t at = i * kPartBytes;
            sink += sumWords(texels.subspan(at, std::min(kPartBytes, texels.size() - at)));
        });
    });
    return double(texels.size()) / times.median;
}

std::vector<ProbeView> views(const ProjectCase& what, std::uint32_t count, const std::byte* texels)
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

Measurement measure(CpuBackend& backend, const ProjectCase& what, const Settings& settings)
{
    Measurement result;
    result.what = what;
    const std::uint64_t bytes = settings.bytes != 0 ? settings.bytes : kBytes;
    result.probeCount =
        what.probeCount != 0 ? what.probeCount : std::uint32_t(std::max<std::uint64_t>(1, bytes / what.probeBytes()));
    result.bytes = what.probeBytes() * result.probeCount;
    std::vector<std::byte> texels(result.bytes);
    fillRandom(texels, what.format);
    result.limit = readLimit(backend.threadCount(), texels, settings.runs);

    const auto probes = views(what, result.probeCount, texels.data());
    std::vector<ProbeResult> results(probes.size());
    NullMonitor monitor;
    const Spread times = time(settings.runs, [&] { backend.project(probes, {what.bands, {}}, results, monitor); });
    result.seconds = times.median;
    result.fastest = times.fastest;
    result.slowest = times.slowest;
    return result;
}

} // namespace

Report projectOnCpu(std::uint32_t threadCount, const std::vector<ProjectCase>& cases, const Settings& settings)
{
    CpuBackend backend(threadCount);
    Report report{backend.name() + ", " + std::to_string(backend.threadCount()) + " threads", "", {}};
    for (const ProjectCase& what : cases)
    {
        if (settings.onCase)
            settings.onCase(what);
        report.rows.push_back(measure(backend, what, settings));
    }
    return report;
}

} // namespace pn::bench
