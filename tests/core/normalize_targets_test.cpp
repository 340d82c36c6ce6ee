// Divided texels have the same bits on every instruction set and any number of threads. The scalar target, which takes
// every texel by itself, is the judge of the others.
#include "support/core_probe.h"

#include "core/cpu/cpu_backend.h"
#include "core/kernel/denominator_params.h"
#include "core/sh/preset.h"

#include <gtest/gtest.h>

namespace pn {
namespace {

using testing::kFormats;
using testing::makeWildProbe;
using testing::TestProbe;

std::vector<std::byte> normalizeWith(const SimdTarget& target, std::uint32_t threads, const TestProbe& probe,
                                     PnChannels channels, const TexelPolicy& policy)
{
    PnNormalization normalization{};
    normalization.channels = channels;
    const auto lobes = denominatorParams(resolveNormalization(normalization), std::size_t{1});
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
    TestProbe probe = testing::makeProbe(true, kSize, kSize, PN_FORMAT_RGBA16F);
    std::uint32_t next = 0;
    testing::fillWords(probe, [&] {
        const std::uint32_t texel = next / 2, half = texel & 0xffffu;
        return next++ % 2 == 0 ? half | (half ^ 0x1234u) << 16 : (half ^ 0x8421u) | half << 16;
    });
    expectTargetsAgree(probe, {});
    expectTargetsAgree(probe, {true, TexelPolicy::kNoMaximum});
}

} // namespace
} // namespace pn
