#include "core/sh/conventions.h"

#include "engine_formulas.h"
#include "support/sh_oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace pn {
namespace {

using namespace engines;

std::vector<float> exported(const PnSh& sh, PnConvention convention)
{
    const Convention& c = *findConvention(convention);
    std::vector<float> values(floatCount(c, sh.bands));
    toConvention(widenSh(sh), c, values);
    return values;
}

class EveryConvention : public ::testing::TestWithParam<PnConvention>
{
};

std::string testName(const ::testing::TestParamInfo<PnConvention>& info)
{
    std::string name = findConvention(info.param)->name;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Conventions, EveryConvention, ::testing::Range(0, static_cast<int>(PN_CONVENTION_COUNT)),
                         testName);

// The engines' constants have six digits, so 1e-4 of the mean radiance (about 1) is far above their error and far
// below that of any wrong sign, order or scale.
TEST_P(EveryConvention, LightsASurfaceAsTheHemisphereIntegralDoes)
{
    std::mt19937 random(21);
    const PnSh sh = oracle::randomSh(random, 3);
    const std::vector<float> values = exported(sh, GetParam());
    for (int trial = 0; trial < 40; ++trial)
    {
        const Vec3 n = oracle::randomDirection(random);
        for (std::size_t c = 0; c < 3; ++c)
            EXPECT_NEAR(evaluateAs(GetParam(), values, c, n), oracle::irradianceOverPi(sh, c, n), 1e-4);
    }
}

TEST_P(EveryConvention, LightsASurfaceWithFiveBandsWhereItHoldsThem)
{
    const std::vector<PnConvention> holders = {PN_CONVENTION_CANONICAL, PN_CONVENTION_DIRECTXMATH, PN_CONVENTION_CMFT,
                                               PN_CONVENTION_GOOGLE, PN_CONVENTION_FILAMENT_RADIANCE};
    const PnConvention convention = GetParam();
    const bool isHolder = std::find(holders.begin(), holders.end(), convention) != holders.end();
    ASSERT_EQ(floatCount(*findConvention(convention), 5), isHolder ? 75u : 0u);
    if (!isHolder)
        return;
    std::mt19937 random(22);
    const PnSh sh = oracle::randomSh(random, 5);
    const std::vector<float> values = exported(sh, convention);
    for (int trial = 0; trial < 40; ++trial)
    {
        const Vec3 n = oracle::randomDirection(random);
        for (std::size_t c = 0; c < 3; ++c)
        {
            const Channel s =
                convention == PN_CONVENTION_DIRECTXMATH ? channelMajor(values, c) : interleaved(values, c);
            const double e = evaluateBands(s, n, convention == PN_CONVENTION_CANONICAL ? 1.0 : -1.0);
            EXPECT_NEAR(e, oracle::irradianceOverPi(sh, c, n), 1e-6); // no engine constants here: float rounding only
        }
    }
}

// A value v becomes v s (1 + e) with |e| <= 2^-24, and comes back as the float nearest to v (1 + e): at most one unit
// in the last place away. Shader vectors hold P0 - P6 in one float, so L0 may be off by that float's rounding, too.
TEST_P(EveryConvention, RoundTripsWithinRounding)
{
    const PnConvention convention = GetParam();
    const Convention& c = *findConvention(convention);
    const bool isPacked = c.packing == Packing::ShaderVectors;
    std::mt19937 random(23);
    for (std::uint32_t bands = 1; bands <= kMaxBands; ++bands)
    {
        if (floatCount(c, bands) == 0)
            continue;
        const PnSh sh = oracle::randomSh(random, bands);
        const PnSh back = roundSh(fromConvention(c, bands, exported(sh, convention)));
        EXPECT_EQ(back.bands, bands);
        for (std::size_t i = 0; i < kShCount; ++i)
            for (std::size_t k = 0; k < 3; ++k)
            {
                const double ulp = std::abs(sh.rgb[i][k]) * 0x1p-23;
                EXPECT_NEAR(back.rgb[i][k], sh.rgb[i][k], isPacked && i == 0 ? 2.0 * ulp : ulp) << "row " << i;
            }
    }
}

TEST_P(EveryConvention, FewerBandsAreFilledWithZero)
{
    const Convention& c = *findConvention(GetParam());
    std::mt19937 random(24);
    PnSh two = oracle::randomSh(random, 2), three = two;
    three.bands = 3;

    const std::vector<float> twoBands = exported(two, GetParam()), threeBands = exported(three, GetParam());

    EXPECT_EQ(twoBands.size(), c.holdsAnyBands ? 12u : c.packing == Packing::ShaderVectors ? 28u : 27u);
    if (!c.holdsAnyBands)
    {
        EXPECT_EQ(twoBands, threeBands);
    }
}

// ---- Values written down by hand ----

PnSh single(std::size_t index, float value)
{
    PnSh sh{};
    sh.bands = 3;
    sh.rgb[index][0] = value;
    sh.rgb[index][1] = 2.0f * value;
    sh.rgb[index][2] = 3.0f * value;
    return sh;
}

TEST(Conventions, UnityHasThePublishedScales)
{
    const double scales[9] = {0.282094791774, 0.325735007935, 0.325735007935, 0.325735007935, 0.273137107648,
                              0.273137107648, 0.078847891313, 0.273137107648, 0.136568553824};
    for (std::size_t i = 0; i < 9; ++i)
    {
        const std::vector<float> v = exported(single(i, 1.0f), PN_CONVENTION_UNITY);
        ASSERT_EQ(v.size(), 27u);
        for (std::size_t k = 0; k < 27; ++k)
            EXPECT_NEAR(v[k], k % 9 == i ? scales[i] * double(k / 9 + 1) : 0.0, 2e-7) << i << " in float " << k;
    }
}

TEST(Conventions, PlayCanvasHasThePublishedOrderAndScales)
{
    const std::size_t slotOf[9] = {0, 2, 3, 1, 6, 5, 7, 4, 8}; // 1 y z x xy yz zz xz xx-yy
    const double scales[9] = {.278031977, .321043673, .321043673, .321043673, .269203304,
                              .269203304, .077712300, .269203304, .134601652};
    for (std::size_t i = 0; i < 9; ++i)
    {
        const std::vector<float> v = exported(single(i, 1.0f), PN_CONVENTION_PLAYCANVAS);
        for (std::size_t slot = 0; slot < 9; ++slot)
            EXPECT_NEAR(v[slot * 3], slot == slotOf[i] ? scales[i] : 0.0, 3e-8) << i << " in slot " << slot;
    }
}

TEST(Conventions, DirectXMathStoresWholeChannels)
{
    const std::vector<float> v = exported(single(3, 1.0f), PN_CONVENTION_DIRECTXMATH);
    ASSERT_EQ(v.size(), 27u);
    EXPECT_EQ(v[3], -1.0f); // odd m: minus
    EXPECT_EQ(v[9 + 3], -2.0f);
    EXPECT_EQ(v[18 + 3], -3.0f);
}

TEST(Conventions, ShaderVectorsSplitTheZonalTerm)
{
    const std::vector<float> v = exported(single(6, 1.0f), PN_CONVENTION_UNITY_SHA);
    const double p6 = 0.078847891313;
    EXPECT_NEAR(v[3], -p6, 1e-8);           // SHAr.w
    EXPECT_NEAR(v[12 + 2], 3.0 * p6, 2e-8); // SHBr.z
    EXPECT_EQ(v[27], 1.0f);                 // SHC.w
}

TEST(Conventions, NamesAreThoseOfTheCommandLine)
{
    const char* names[] = {
        "canonical", "unity", "unity-sha", "unreal",     "unreal-packed", "filament", "filament-radiance",
        "godot",     "three", "babylon",   "playcanvas", "directxmath",   "google",   "cmft",
        "eevee"};
    ASSERT_EQ(std::size(names), std::size_t{PN_CONVENTION_COUNT});
    for (int i = 0; i < PN_CONVENTION_COUNT; ++i)
        EXPECT_STREQ(findConvention(i)->name, names[i]);
    EXPECT_EQ(findConvention(-1), nullptr);
    EXPECT_EQ(findConvention(PN_CONVENTION_COUNT), nullptr);

    const char* axes[] = {"keep", "unreal", "zup", "mirror-x", "mirror-z"};
    for (int i = 0; i < PN_AXES_COUNT; ++i)
        EXPECT_STREQ(axesName(i), axes[i]);
    EXPECT_EQ(axesName(-1), nullptr);
    EXPECT_EQ(axesName(PN_AXES_COUNT), nullptr);
}

// One direction of the cubemap and where each set of axes has it, from the table in probenorm.h.
TEST(Conventions, AxesTakeADirectionWhereTheHeaderSays)
{
    const Vec3 d = {0.1, 0.2, 0.3};
    const Vec3 expected[PN_AXES_COUNT] = {
        {0.1, 0.2, 0.3}, {0.3, 0.1, 0.2}, {0.1, -0.3, 0.2}, {-0.1, 0.2, 0.3}, {0.1, 0.2, -0.3}};
    for (int i = 0; i < PN_AXES_COUNT; ++i)
    {
        const Vec3 turned = axesMatrix(i) * d;
        EXPECT_EQ(turned.x, expected[i].x) << axesName(i);
        EXPECT_EQ(turned.y, expected[i].y) << axesName(i);
        EXPECT_EQ(turned.z, expected[i].z) << axesName(i);
    }
}

} // namespace
} // namespace pn
