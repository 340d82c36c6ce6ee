// Mips that the library makes: means by solid angle, judged in double; and the same bits on every instruction set and
// any number of threads.
#include "support/normalize_probe.h"

#include "core/cpu/cpu_backend.h"
#include "core/kernel/denominator_params.h"
#include "core/self_test.h"
#include "core/sh/preset.h"

#include <bit>

namespace pn {
namespace {

using testing::makeProbe;
using testing::makeWildProbe;
using testing::TestProbe;

// A cubemap, and room for it and all of its mips.
struct Chain
{
    TestProbe source;
    std::vector<ProbeView> mips;
    std::vector<TestProbe> results;
    std::vector<CubemapTarget> targets;

    explicit Chain(TestProbe probe) : source(std::move(probe))
    {
        for (std::uint32_t size = source.width; size > 0; size /= 2)
        {
            ProbeView view{Shape::cubemap(size), source.format, std::size_t{size} * formatBytes(source.format), {}};
            for (std::size_t face = 0; size == source.width && face < 6; ++face)
                view.faces[face] = source.texels.data() + face * source.faceBytes();
            mips.push_back(view);
            results.push_back(makeProbe(true, size, size, testing::resultFormat(source.format)));
        }
        for (TestProbe& result : results)
        {
            CubemapTarget target{result.format, std::size_t{result.width} * formatBytes(result.format), {}};
            for (std::size_t face = 0; face < 6; ++face)
                target.faces[face] = result.texels.data() + face * result.faceBytes();
            targets.push_back(target);
        }
    }

    void normalize(const SimdTarget& target, std::uint32_t threads, const PnSh* light, const TexelPolicy& policy)
    {
        const auto lobes = denominatorParams(resolveNormalization({}), mips.size());
        const ProbeTask task{
            .mips = mips, .targets = targets, .madeMips = mips.size() - 1, .light = light, .lobes = lobes};
        NormalizeResult result;
        NullMonitor monitor;
        CpuBackend(threads, target).normalize({&task, 1}, {3, policy}, {&result, 1}, monitor);
    }

    std::vector<std::byte> bytes() const
    {
        std::vector<std::byte> all;
        for (const TestProbe& result : results)
            all.insert(all.end(), result.texels.begin(), result.texels.end());
        return all;
    }
};

PnSh whiteOfOne()
{
    return {1, {{3.5449077f, 3.5449077f, 3.5449077f}}};
}

float floatAt(const TestProbe& probe, std::size_t face, std::size_t texel, std::size_t channel)
{
    float value = 0.0f;
    std::memcpy(&value, probe.texels.data() + face * probe.faceBytes() + (texel * 4 + channel) * 4, sizeof(value));
    return value;
}

double cornerAngle(double u, double v)
{
    return std::atan2(u * v, std::sqrt(1.0 + u * u + v * v));
}

double solidAngleOf(double u0, double u1, double v0, double v1)
{
    return cornerAngle(u1, v1) - cornerAngle(u0, v1) - cornerAngle(u1, v0) + cornerAngle(u0, v0);
}

// The mean over what a texel of m x m covers of a face of n x n.
double meanOver(const TestProbe& source, std::size_t face, std::uint32_t m, std::uint32_t x, std::uint32_t y,
                std::size_t channel)
{
    const std::uint32_t n = source.width;
    const auto edge = [](double i, double count) { return 2.0 * i / count - 1.0; };
    double sum = 0.0, weights = 0.0;
    for (std::uint32_t j = 0; j < n; ++j)
        for (std::uint32_t i = 0; i < n; ++i)
        {
            const double u0 = std::max(edge(x, m), edge(i, n)), u1 = std::min(edge(x + 1, m), edge(i + 1, n));
            const double v0 = std::max(edge(y, m), edge(j, n)), v1 = std::min(edge(y + 1, m), edge(j + 1, n));
            if (u1 <= u0 || v1 <= v0)
                continue;
            const double weight = solidAngleOf(u0, u1, v0, v1);
            sum += weight * double(floatAt(source, face, std::size_t{j} * n + i, channel));
            weights += weight;
        }
    return sum / weights;
}

TestProbe smoothProbe(std::uint32_t size)
{
    TestProbe probe = makeProbe(true, size, size, PN_FORMAT_RGBA32F);
    std::mt19937 random(size);
    testing::fillWords(probe, [&] { return (std::uint32_t(random()) & 0x01ffffffu) + 0x3e000000u; }); // 2^-3 to 2
    return probe;
}

// Of the first texels: each size halves evenly, so the mean of the means is the mean. 2e-6: a mip adds three roundings
// at most to values that lie within a factor of 16, and division by one is right to 1.5e-7.
TEST(MakeMip, EvenMipsAreMeansOfTheFirst)
{
    Chain chain(smoothProbe(16));
    const PnSh white = whiteOfOne();
    chain.normalize(simdTargets().front(), 2, &white, {});
    for (std::size_t mip = 1; mip < chain.results.size(); ++mip)
        for (std::size_t face = 0; face < 6; ++face)
            for (std::uint32_t i = 0, m = chain.results[mip].width; i < m * m; ++i)
                for (std::size_t channel = 0; channel < 3; ++channel)
                {
                    const double expected = meanOver(chain.source, face, m, i % m, i / m, channel);
                    EXPECT_NEAR(floatAt(chain.results[mip], face, i, channel), expected, 2e-6 * expected)
                        << "mip " << mip << " face " << face << " texel " << i;
                }
}

// Texels on the border of two texels of an odd size's mip count in both, each with its share.
TEST(MakeMip, OddSizesCountWhatIsCovered)
{
    const PnSh white = whiteOfOne();
    for (const std::uint32_t size : {3u, 5u, 13u, 34u})
    {
        Chain chain(smoothProbe(size));
        chain.normalize(simdTargets().front(), 1, &white, {});
        for (std::size_t mip = 1; mip < chain.results.size(); ++mip)
            for (std::uint32_t i = 0, m = chain.results[mip].width; i < m * m; ++i)
            {
                const double expected = meanOver(chain.results[mip - 1], 2, m, i % m, i / m, 1);
                EXPECT_NEAR(floatAt(chain.results[mip], 2, i, 1), expected, 2e-6 * expected)
                    << size << ", mip " << mip << ", texel " << i;
            }
    }
}

TEST(MakeMip, TexelsThatAreAlikeStayAsTheyAre)
{
    const PnSh white = whiteOfOne();
    for (const std::uint32_t size : {13u, 16u})
    {
        TestProbe probe = makeProbe(true, size, size, PN_FORMAT_RGBA16F);
        std::uint32_t next = 0;
        testing::fillWords(probe, [&] { return next++ % 2 == 0 ? 0x3aab2e66u : 0x38004d01u; });
        Chain chain(probe);
        chain.normalize(simdTargets().front(), 1, &white, {});
        for (const TestProbe& result : chain.results)
            for (std::size_t at = 0; at < result.texels.size(); at += 8)
                ASSERT_EQ(std::memcmp(&result.texels[at], &probe.texels[0], 8), 0) << result.width;
    }
}

TEST(MakeMip, EveryTargetAndNumberOfThreadsGivesTheSameBits)
{
    for (const PnFormat format : testing::kFormats)
        for (const std::uint32_t size : {1u, 2u, 7u, 26u, 32u, 45u})
            for (const std::uint32_t specialOneIn : {4u, 1024u})
                for (const TexelPolicy& policy : {TexelPolicy{}, TexelPolicy{true, std::bit_cast<std::uint32_t>(0.5f)}})
                {
                    Chain chain(makeWildProbe(true, size, size, format, size, specialOneIn));
                    chain.normalize(simdTargets().back(), 1, nullptr, policy);
                    const auto expected = chain.bytes();
                    for (const SimdTarget& target : simdTargets())
                    {
                        chain.normalize(target, 2, nullptr, policy);
                        EXPECT_EQ(chain.bytes(), expected) << target.name << ", " << chain.source.name();
                    }
                }
}

} // namespace
} // namespace pn
