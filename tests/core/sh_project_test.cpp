// The same bits on every instruction set and any number of threads; the targets are each other's judges, and the
// scalar one reads like the formula.
#include "support/core_probe.h"

#include <gtest/gtest.h>

namespace pn {
namespace {

using namespace testing;

const SimdTarget& scalarTarget()
{
    return simdTargets().back();
}

void expectTwins(const TestProbe& probe, const ProjectSettings& settings)
{
    const ProbeResult expected = projectOnCpu(probe, settings, scalarTarget());
    for (const SimdTarget& target : simdTargets())
        for (const std::uint32_t threads : {1u, 2u})
            EXPECT_TRUE(sameBits(projectOnCpu(probe, settings, target, threads), expected))
                << target.name << ", " << threads << " threads, " << settings.bands << " bands, " << probe.name();
}

TEST(Twin, MachineHasMoreThanOneTarget)
{
#if defined(__x86_64__) // every one has SSE4.2 by now; without a second target this file would prove nothing
    EXPECT_GE(simdTargets().size(), 2u);
#endif
    EXPECT_FALSE(simdTargets().empty());
}

// The probes of every size and format, each with the band counts that isTaken(format, size, bands) names by index.
template <typename IsTaken>
void expectTwinsOfSizesAndFormats(const IsTaken& isTaken)
{
    constexpr std::pair<std::uint32_t, std::uint32_t> kMaps[] = {{1, 1}, {2, 1}, {7, 5}, {64, 32}, {1024, 512}};
    constexpr std::uint32_t kFaces[] = {1, 2, 3, 7, 16, 33, 64, 100, 128, 256};
    const auto check = [&](std::size_t format, std::size_t size, const TestProbe& probe) {
        for (std::uint32_t bands = 1; bands <= PN_MAX_BANDS; ++bands)
            if (isTaken(format, size, bands))
                expectTwins(probe, {bands, {}});
    };
    for (std::size_t format = 0; format < std::size(kFormats); ++format)
    {
        for (std::size_t i = 0; i < std::size(kFaces); ++i)
            check(format, i, makeWildProbe(true, kFaces[i], kFaces[i], kFormats[format], kFaces[i]));
        for (std::size_t i = 0; i < std::size(kMaps); ++i)
            check(format, i, makeWildProbe(false, kMaps[i].first, kMaps[i].second, kFormats[format], kMaps[i].first));
    }
}

// Any two of a size, a format and a band count meet.
TEST(Twin, EachPairOfSizeFormatAndBandCount)
{
    expectTwinsOfSizesAndFormats([](std::size_t format, std::size_t size, std::uint32_t bands) {
        return bands == 1 + (format + size) % PN_MAX_BANDS;
    });
}

TEST(Twin, TheProductOfSizesFormatsAndBandCounts) // long_tests.cmake
{
    expectTwinsOfSizesAndFormats([](std::size_t, std::size_t, std::uint32_t) { return true; });
}

// Odd values everywhere, so that the slow path does the work, and both policies in force.
TEST(Twin, PoliciesOnProbesFullOfOddTexels)
{
    for (const PnFormat format : kFormats)
        for (const std::uint32_t size : {7u, 33u, 100u})
        {
            const TestProbe probe = makeWildProbe(true, size, size, format, size, 2);
            for (const bool zeroNegative : {false, true})
                for (const float maximum : {0.25f, 100.0f})
                    expectTwins(probe, {3, {zeroNegative, std::bit_cast<std::uint32_t>(maximum)}});
        }
}

// Two targets and both numbers of threads, since the scalar one would take minutes.
void expectLargeTwins(const TestProbe& probe, std::uint32_t bands)
{
    const SimdTarget& other = simdTargets()[simdTargets().size() / 2];
    const ProbeResult best = projectOnCpu(probe, {bands, {}}, simdTargets().front(), 1);
    EXPECT_TRUE(sameBits(projectOnCpu(probe, {bands, {}}, other, 2), best)) << probe.name();
}

TestProbe makeLargeProbe(std::uint32_t size, PnFormat format)
{
    TestProbe probe = testing::makeProbe(true, size, size, format);
    std::uint32_t state = size;
    testing::fillWords(probe, [&state] { return state = state * 1664525u + 1013904223u; });
    return probe;
}

TEST(Twin, LargeFacesWhoseGeometryIsMadeASegmentAtATime)
{
    expectLargeTwins(makeWildProbe(true, 1000, 1000, PN_FORMAT_RGBA16F, 1), 5);
    expectLargeTwins(makeLargeProbe(2049, PN_FORMAT_RGB9E5), 3);
    expectLargeTwins(makeLargeProbe(4097, PN_FORMAT_RGB9E5), 1);
}

TEST(Twin, ACubemapOf8192) // 1.6 GB of texels
{
    expectLargeTwins(makeLargeProbe(8192, PN_FORMAT_R11G11B10F), 3);
}

TEST(Twin, RowsMayLieFartherApartThanTheyAreLong)
{
    const TestProbe probe = makeWildProbe(false, 33, 17, PN_FORMAT_RGBA16F, 1);
    const std::size_t rowBytes = 33 * 8, pitch = rowBytes + 20;
    std::vector<std::byte> padded(pitch * 17, std::byte{0x7f}); // NaNs in between
    for (std::size_t y = 0; y < 17; ++y)
        std::memcpy(&padded[y * pitch], &probe.texels[y * rowBytes], rowBytes);
    ProbeView view = testing::viewOf(probe);
    view.faces[0] = padded.data();
    view.rowPitch = pitch;
    ProbeResult result;
    NullMonitor monitor;
    CpuBackend(1).project({&view, 1}, {5, {}}, {&result, 1}, monitor);
    EXPECT_TRUE(sameBits(result, projectOnCpu(probe, 5)));
}

TEST(Twin, AProbeInABatchHasTheBitsItHasAlone)
{
    std::vector<TestProbe> probes;
    for (std::uint32_t i = 0; i < 60; ++i)
    {
        const std::uint32_t size = 1 + i * 37 % 150;
        probes.push_back(makeWildProbe(i % 4 != 3, size, i % 4 != 3 ? size : size / 2 + 1, kFormats[i % 7], i));
    }
    std::vector<ProbeView> views;
    for (const TestProbe& probe : probes)
        views.push_back(testing::viewOf(probe));
    for (const std::uint32_t threads : {1u, 2u, 5u})
    {
        std::vector<ProbeResult> results(probes.size());
        NullMonitor monitor;
        CpuBackend(threads).project(views, {4, {}}, results, monitor);
        for (std::size_t i = 0; i < probes.size(); ++i)
            EXPECT_TRUE(sameBits(results[i], projectOnCpu(probes[i], 4))) << probes[i].name() << ", " << threads;
    }
}

} // namespace
} // namespace pn
