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

// What evaluate makes of the floats is what the hemisphere integral gives, for surfaces of random directions.
template <typename Evaluate>
void expectLit(PnConvention convention, std::uint32_t bands, double tolerance, Evaluate&& evaluate)
{
    std::mt19937 random(21);
    const PnSh sh = oracle::randomSh(random, bands);
    const std::vector<float> values = exported(sh, convention);
    for (int trial = 0; trial < 40; ++trial)
    {
        const Vec3 n = oracle::randomDirection(random);
        for (std::size_t c = 0; c < 3; ++c)
            EXPECT_NEAR(evaluate(values, c, n), oracle::irradianceOverPi(sh, c, n), tolerance);
    }
}

// Some engines' constants have six digits: 1e-4 of the mean radiance (about 1) is far above their error, and far below
// that of any wrong sign, order or scale. Of the others only the floats are rounded.
TEST_P(EveryConvention, LightsASurfaceAsTheHemisphereIntegralDoes)
{
    const std::vector<PnConvention> rounded = {PN_CONVENTION_FILAMENT_RADIANCE,
                                               PN_CONVENTION_GODOT,
                                               PN_CONVENTION_THREE,
                                               PN_CONVENTION_BABYLON,
                                               PN_CONVENTION_EEVEE,
                                               PN_CONVENTION_GOOGLE,
                                               PN_CONVENTION_UNREAL};
    const bool isRounded = std::find(rounded.begin(), rounded.end(), GetParam()) != rounded.end();
    expectLit(GetParam(), 3, isRounded ? 1e-4 : 1e-6,
              [](const auto& values, std::size_t c, const Vec3& n) { return evaluateAs(GetParam(), values, c, n); });
}

TEST_P(EveryConvention, LightsASurfaceWithFiveBandsWhereItHoldsThem)
{
    const std::vector<PnConvention> holders = {PN_CONVENTION_CANONICAL, PN_CONVENTION_DIRECTXMATH, PN_CONVENTION_CMFT,
                                               PN_CONVENTION_GOOGLE, PN_CONVENTION_FILAMENT_RADIANCE};
    const PnConvention convention = GetParam();
    const bool isHolder = std::find(holders.begin(), holders.end(), convention) != holders.end();
    ASSERT_EQ(floatCount(*findConvention(convention), 5), isHolder ? 75u : 0u);
    if (isHolder)
        expectLit(convention, 5, 1e-6, [&](const auto& values, std::size_t c, const Vec3& n) {
            const bool isMajor = convention == PN_CONVENTION_DIRECTXMATH;
            return evaluateBands(isMajor ? channelMajor(values, c) : interleaved(values, c), n,
                                 convention == PN_CONVENTION_CANONICAL ? 1.0 : -1.0);
        });
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
