// Divided texels, and mips that the library makes, have the same bits on every instruction set and any number of
// threads. The scalar target, which takes every texel by itself, is the judge of the others. And mips are means by
// solid angle, judged in double.
#include "support/core_probe.h"
#include "support/normalize_probe.h"

#include "core/kernel/denominator_params.h"
#include "core/sh/preset.h"

#include <bit>

namespace pn {
namespace {

using namespace testing;

std::vector<std::byte> normalizeWith(const SimdTarget& target, std::uint32_t threads, const TestProbe& probe,
                                     PnChannels channels, const TexelPolicy& policy)
{
    PnNormalization normalization{};
    normalization.channels = channels;
    const auto lobes = denominatorParams(resolveNormalization(normalization), 1, std::size_t{1});
    const ProbeView view = viewOf(probe);
    NormalizeTest room(view);
    const ProbeTask task = room.task(lobes);
    NormalizeResult result;
    NullMonitor monitor;
    CpuBackend(threads, target).normalize({&task, 1}, {3, policy}, {&result, 1}, monitor);
    return {room.texels().begin(), room.texels().end()};
}

void expectTargetsAgree(const TestProbe& probe, const TexelPolicy& policy)
{
    for (const PnChannels channels : {PN_CHANNELS_LUMINANCE, PN_CHANNELS_RGB})
    {
        const auto expected = normalizeWith(simdTargets().back(), 1, probe, channels, policy);
        for (const SimdTarget& target : simdTargets())
            EXPECT_EQ(normalizeWith(target, 2, probe, channels, policy), expected)
                << target.name << ", " << probe.name() << ", channels " << channels;
    }
}

// Widths with and without whole vectors, odd and even.
TEST(NormalizeTargets, GiveTheSameBitsForEverySizeAndFormat)
{
    for (const PnFormat format : kFormats)
        for (const std::uint32_t size : {1u, 2u, 5u, 16u, 31u, 33u, 64u, 100u})
            expectTargetsAgree(makeWildProbe(true, size, size, format, size, 1024), {});
}

// So many special values that most vectors hold one.
TEST(NormalizeTargets, GiveTheSameBitsForSpecialTexels)
{
    for (const PnFormat format : kFormats)
        for (const std::uint32_t size : {7u, 48u})
            expectTargetsAgree(makeWildProbe(true, size, size, format, size, 4), {});
}

TEST(NormalizeTargets, GiveTheSameBitsUnderEveryPolicy)
{
    for (const PnFormat format : kFormats)
        for (const bool zeroNegative : {false, true})
            for (const float maximum : {0.0f, 0.25f, 100.0f})
                expectTargetsAgree(makeWildProbe(true, 48, 48, format, 3, 256),
                                   {zeroNegative, std::bit_cast<std::uint32_t>(maximum)});
}

// Every half, as each of the three channels: signs, denormals, infinities and NaN.
TEST(NormalizeTargets, GiveTheSameBitsForEveryHalf)
{
    constexpr std::uint32_t kSize = 128; // six faces hold each half once at least
    TestProbe probe = makeProbe(true, kSize, kSize, PN_FORMAT_RGBA16F);
    std::uint32_t next = 0;
    fillWords(probe, [&] {
        const std::uint32_t texel = next / 2, half = texel & 0xffffu;
        return next++ % 2 == 0 ? half | (half ^ 0x1234u) << 16 : (half ^ 0x8421u) | half << 16;
    });
    expectTargetsAgree(probe, {});
    expectTargetsAgree(probe, {true, TexelPolicy::kNoMaximum});
}

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
            results.push_back(makeProbe(true, size, size, resultFormat(source.format)));
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
        const auto lobes = denominatorParams(resolveNormalization({}), mips.front().shape.width, mips.size());
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
    fillWords(probe, [&] { return (std::uint32_t(random()) & 0x01ffffffu) + 0x3e000000u; }); // 2^-3 to 2
    return probe;
}

// Of the first texels: each size halves evenly, so the mean of the means is the mean. 2e-6: a mip adds three roundings
// at most to values that lie within a factor of 16, and division by one is right to 1.5e-7.
// Texels on the border of two texels of an odd size's mip count in both, each with its share.
TEST(MakeMip, MipsAreMeansOfWhatTheyCover)
{
    const PnSh white = whiteOfOne();
    for (const std::uint32_t size : {3u, 5u, 13u, 16u, 34u})
    {
        Chain chain(smoothProbe(size));
        chain.normalize(simdTargets().front(), 2, &white, {});
        for (std::size_t mip = 1; mip < chain.results.size(); ++mip)
            for (std::uint32_t i = 0, m = chain.results[mip].width; i < 6 * m * m; ++i)
            {
                const std::uint32_t face = i % 6, x = i / 6 % m, y = i / 6 / m, channel = i / 6 % 3;
                const TestProbe& covered = size == 16 ? chain.source : chain.results[mip - 1];
                const double expected = meanOver(covered, face, m, x, y, channel);
                EXPECT_NEAR(floatAt(chain.results[mip], face, y * m + x, channel), expected, 2e-6 * expected)
                    << size << ", mip " << mip << ", face " << face << " at " << x << ", " << y;
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
        fillWords(probe, [&] { return next++ % 2 == 0 ? 0x3aab2e66u : 0x38004d01u; });
        Chain chain(probe);
        chain.normalize(simdTargets().front(), 1, &white, {});
        for (const TestProbe& result : chain.results)
            for (std::size_t at = 0; at < result.texels.size(); at += 8)
                ASSERT_EQ(std::memcmp(&result.texels[at], &probe.texels[0], 8), 0) << result.width;
    }
}

TEST(MakeMip, EveryTargetAndNumberOfThreadsGivesTheSameBits)
{
    for (const PnFormat format : kFormats)
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
