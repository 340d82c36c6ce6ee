// Calls on coefficients allocate nothing: an engine may make them per frame. Counted by operator new.
#include "probenorm/probenorm.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <vector>

namespace {

std::atomic<int> allocations = 0;

void* allocate(std::size_t size)
{
    ++allocations;
    if (void* memory = std::malloc(size != 0 ? size : 1))
        return memory;
    throw std::bad_alloc();
}

} // namespace

#include "support/one.h"
#include "support/replaced_new.h"

namespace {

// A sun over a dim sky, which rings: every step of de-ringing is taken.
PnSh ringingSh()
{
    PnSh sh{};
    sh.bands = 3;
    for (std::size_t c = 0; c < 3; ++c)
    {
        sh.rgb[0][c] = 1.0f;
        sh.rgb[1][c] = 1.6f;
        sh.rgb[6][c] = -1.0f;
    }
    return sh;
}

template <typename Call>
int allocationsOf(Call&& call)
{
    const int before = allocations;
    const PnResult result = call();
    const int after = allocations;
    EXPECT_EQ(result, PN_SUCCESS) << pnGetLastErrorMessage();
    return after - before;
}

TEST(Allocations, AreCounted)
{
    EXPECT_EQ(allocationsOf([] { return std::vector<int>(3).size() == 3 ? PN_SUCCESS : PN_ERROR_UNKNOWN; }), 1);
}

TEST(Allocations, AFactorAndAReflectionNeedNoneWithAnyPresetAndChannels)
{
    const PnSh probe = ringingSh(), local = ringingSh();
    constexpr float kDirections[] = {0, 1, 0, 0, -1, 0, 1, 0, 0};
    constexpr float kRoughness[] = {0.1f, 0.5f, 1.0f};
    float radiance[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, factors[9];
    PnSurfaces surfaces{};
    surfaces.structSize = sizeof(surfaces);
    surfaces.count = 3;
    surfaces.radiance = radiance;
    surfaces.reflections = surfaces.normals = kDirections;
    surfaces.roughness = kRoughness;
    surfaces.probe = &probe;
    surfaces.local = &local;
    surfaces.lookups = kDirections;
    for (PnPreset preset = 0; preset < PN_PRESET_COUNT; ++preset)
        for (const PnChannels channels : {PN_CHANNELS_LUMINANCE, PN_CHANNELS_RGB})
            for (const PnLobe lobe : {PN_LOBE_COSINE, PN_LOBE_GGX})
            {
                SCOPED_TRACE(pnGetPresetName(preset));
                PnNormalization n{};
                n.structSize = sizeof(n);
                n.preset = preset;
                n.channels = channels;
                n.lobe = lobe;
                n.dering = PN_DERING_AUTO;
                EXPECT_EQ(allocationsOf([&] {
                              return factorsOf(&n, &probe, &local, 3, kDirections, kDirections, kRoughness, factors);
                          }),
                          0);
                EXPECT_EQ(allocationsOf([&] { return pnEvaluateReflection(&n, &surfaces, radiance); }), 0);
            }
}

TEST(Allocations, CoefficientsOfThreeBandsNeedNone)
{
    const PnSh sh = ringingSh();
    constexpr float kUp[] = {0, 1, 0}, kIdentity[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    float out[28];
    PnSh result;
    EXPECT_EQ(allocationsOf([&] { return pnDeringSh(&sh, 0.1f, &result, nullptr); }), 0);
    EXPECT_LT(result.rgb[1][0], sh.rgb[1][0]) << "the window was needed";
    EXPECT_EQ(allocationsOf([&] { return pnEvaluateRadiance(&sh, 1, kUp, out); }), 0);
    EXPECT_EQ(allocationsOf([&] { return pnEvaluateIrradiance(&sh, 1, kUp, out); }), 0);
    EXPECT_EQ(allocationsOf([&] { return pnFindIrradianceMinimum(&sh, out); }), 0);
    EXPECT_EQ(allocationsOf([&] { return pnRotateSh(&sh, kIdentity, &result); }), 0);
    EXPECT_EQ(allocationsOf([&] { return pnWindowSh(&sh, PN_WINDOW_HANN, 3.0f, &result); }), 0);
    EXPECT_EQ(
        allocationsOf([&] { return pnConvertToConvention(&sh, PN_CONVENTION_UNITY_SHA, PN_AXES_UNREAL, 28, out); }), 0);
}

} // namespace
