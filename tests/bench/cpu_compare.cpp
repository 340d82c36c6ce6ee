// The CPU backend beside the method of other libraries and beside plain reads of the same memory, measured in turns in
// one process: other work on the machine moves all of them alike.
//   cpu_compare [RUNS]
#include "bench/random_words.h"
#include "bench/read_limit.h"
#include "bench/statistics.h"
#include "per_texel.h"

#include "core/cpu/cpu_backend.h"
#include "core/self_test.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace pn::bench {
namespace {

constexpr std::uint32_t kFaceSize = 256;
constexpr std::size_t kColdBytes = 512u << 20; // many times the last cache

// Distinct cubemaps, one after the other in memory.
class Cubemaps
{
public:
    Cubemaps(PnFormat format, std::size_t bytes)
    {
        const Shape shape = Shape::cubemap(kFaceSize);
        const std::size_t faceBytes = shape.texelsPerFace() * formatBytes(format);
        m_texels.resize(std::max<std::size_t>(1, bytes / (6 * faceBytes)) * 6 * faceBytes);
        fillRandom(m_texels, format);
        for (std::size_t at = 0; at < m_texels.size(); at += 6 * faceBytes)
        {
            ProbeView& view = m_views.emplace_back();
            view.shape = shape;
            view.format = format;
            view.rowPitch = std::size_t{kFaceSize} * formatBytes(format);
            for (std::size_t face = 0; face < 6; ++face)
                view.faces[face] = &m_texels[at + face * faceBytes];
        }
        m_results.resize(m_views.size());
    }

    std::span<const std::byte> bytes() const { return m_texels; }
    double texelCount() const { return double(m_views.size() * m_views.front().shape.texelCount()); }
    const PnSh& sh() const { return m_results.front().sh; }

    void project(CpuBackend& backend)
    {
        NullMonitor monitor;
        backend.project(m_views, {}, m_results, monitor);
    }

private:
    std::vector<std::byte> m_texels;
    std::vector<ProbeView> m_views;
    std::vector<ProbeResult> m_results;
};

// Medians of two kinds of work, done in turns.
template <typename First, typename Second>
std::pair<double, double> inTurns(int runs, First&& first, Second&& second)
{
    std::vector<double> firsts, seconds_;
    for (int run = -1; run < runs; ++run)
    {
        const double a = wallSeconds(first), b = wallSeconds(second);
        if (run < 0)
            continue;
        firsts.push_back(a);
        seconds_.push_back(b);
    }
    return {spread(firsts).median, spread(seconds_).median};
}

bool agree(const PnSh& a, const Sh9& b)
{
    for (std::size_t i = 0; i < 9; ++i)
        for (std::size_t channel = 0; channel < 3; ++channel)
            if (std::abs(a.rgb[i][channel] - b[i][channel]) > 0.01f * a.rgb[0][channel])
                return false;
    return true;
}

bool compareHot(int runs)
{
    Cubemaps probe(PN_FORMAT_RGBA32F, 1);
    std::printf("one thread, one cubemap of %u^2 RGBA32F, hot\n", kFaceSize);
    std::printf("%-8s %12s %12s %8s\n", "set", "Mtexel/s", "per texel", "ratio");
    bool isRight = true;
    for (const SimdTarget& target : simdTargets())
    {
        CpuBackend backend(1, target);
        Sh9 reference{};
        constexpr int kRepeats = 10; // one projection is a fraction of a millisecond
        const auto [ours, theirs] = inTurns(
            runs,
            [&] {
                for (int i = 0; i < kRepeats; ++i)
                    probe.project(backend);
            },
            [&] { reference = projectPerTexel(probe.bytes().data(), kFaceSize); });
        const double speed = kRepeats * probe.texelCount() / ours, other = probe.texelCount() / theirs;
        std::printf("%-8s %12.0f %12.1f %7.1fx\n", target.name, speed * 1e-6, other * 1e-6, speed / other);
        isRight &= agree(probe.sh(), reference);
    }
    return isRight;
}

void compareCold(int runs)
{
    std::printf("\n%zu MiB of distinct cubemaps of %u^2, cold\n", kColdBytes >> 20, kFaceSize);
    std::printf("%-8s %-8s %10s %12s %10s %10s %8s\n", "set", "format", "threads", "Gtexel/s", "GB/s", "read", "share");
    for (const PnFormat format : {PN_FORMAT_RGBA32F, PN_FORMAT_RGBA16F})
    {
        Cubemaps probes(format, kColdBytes);
        for (const std::uint32_t threads : {1u, 2u})
        {
            CpuBackend backend(threads);
            volatile std::uint64_t sink = 0; // so that no read is optimized away
            const auto [ours, plain] = inTurns(
                runs, [&] { probes.project(backend); }, [&] { sink = readAll(threads, probes.bytes()); });
            const double bytes = double(probes.bytes().size());
            std::printf("%-8s %-8s %10u %12.2f %10.1f %10.1f %7.0f%%\n", backend.name().c_str(),
                        format == PN_FORMAT_RGBA32F ? "rgba32f" : "rgba16f", threads, probes.texelCount() / ours * 1e-9,
                        bytes / ours * 1e-9, bytes / plain * 1e-9, 100.0 * plain / ours);
        }
    }
}

} // namespace
} // namespace pn::bench

int main(int argc, char** argv)
{
    const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 20;
    const bool isRight = pn::bench::compareHot(runs);
    pn::bench::compareCold(runs);
    if (!isRight)
        std::puts("the two methods do not agree: one of them is wrong");
    return isRight ? 0 : 1;
}
