// What is done to coefficients: evaluation, lobes and windows, against the oracle, integrals and closed forms.
#include "core/sh/evaluate.h"
#include "core/sh/window.h"

#include "support/sh_oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace pn {
namespace {

// The hemisphere integral is a polynomial's here, and the quadrature is exact for it.
TEST(Evaluate, IsTheSumOfHarmonicsAndTheHemisphereIntegral)
{
    std::mt19937 random(4);
    for (std::uint32_t bands = 1; bands <= kMaxBands; ++bands)
        for (int trial = 0; trial < 20; ++trial)
        {
            const PnSh sh = oracle::randomSh(random, bands);
            const Vec3 d = oracle::randomDirection(random);
            const Rgb radiance = evaluate(widenSh(sh), d), lit = evaluate(convolveWithCosine(widenSh(sh)), d);
            for (std::size_t c = 0; c < 3; ++c)
            {
                EXPECT_NEAR(radiance[c], oracle::radiance(sh, c, d), 1e-12) << bands << " bands";
                EXPECT_NEAR(lit[c], oracle::irradianceOverPi(sh, c, d), 1e-12) << bands << " bands";
            }
        }
}

// Several are evaluated at a time and the last few alone; so many that the call takes several turns; and the colours
// replace the directions.
TEST(Evaluate, ALongListMayBeReplaced)
{
    std::mt19937 random(7);
    for (std::uint32_t bands = 1; bands <= kMaxBands; ++bands)
        for (const std::uint32_t count : {0u, 1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 9u, 10u, 11u, 131u})
        {
            const PnSh sh = oracle::randomSh(random, bands);
            std::vector<float> list(3 * count + 1, 7.0f), expected = list; // and what lies behind it
            for (std::uint32_t i = 0; i < count; ++i)
            {
                const Vec3 d = oracle::randomDirection(random);
                const float along[3] = {float(d.x), float(d.y), float(d.z)};
                std::copy_n(along, 3, &list[3 * i]);
                ASSERT_EQ(pnEvaluateRadiance(&sh, 1, along, &expected[3 * i]), PN_SUCCESS);
            }
            ASSERT_EQ(pnEvaluateRadiance(&sh, count, list.data(), list.data()), PN_SUCCESS);
            EXPECT_EQ(list, expected) << bands << " bands, " << count;
        }
}

// The definition, integrated as it stands: l at an angle from n = v, h half way between.
LobeWeights integrate(double roughness)
{
    constexpr int kSteps = 400000;
    const double pi = std::numbers::pi, alpha = roughness * roughness;
    double sums[3] = {};
    for (int i = 0; i < kSteps; ++i)
    {
        const double angle = (i + 0.5) * 0.5 * pi / kSteps, x = std::cos(angle), h = std::cos(0.5 * angle);
        const double d = alpha * alpha / (pi * std::pow(h * h * (alpha * alpha - 1.0) + 1.0, 2));
        const double weight = d * x * std::sin(angle);
        sums[0] += weight;
        sums[1] += weight * x;
        sums[2] += weight * 0.5 * (3.0 * x * x - 1.0);
    }
    return {1.0, sums[1] / sums[0], sums[2] / sums[0]};
}

TEST(Lobe, GgxIsTheIntegralOfItsDefinition)
{
    for (const double roughness : {0.1, 0.2, 0.35, 0.5, 0.8, 1.0})
    {
        SCOPED_TRACE("roughness " + std::to_string(roughness));
        const LobeWeights expected = integrate(roughness), actual = ggxLobe(roughness);
        for (std::size_t l = 0; l < 3; ++l)
            EXPECT_NEAR(actual[l], expected[l], 1e-6) << "band " << l; // both are sums over steps
    }
}

TEST(Lobe, GgxAtRoughnessZeroIsAMirror)
{
    EXPECT_EQ(ggxLobe(0.0), (LobeWeights{1.0, 1.0, 1.0}));
    const LobeWeights narrow = ggxLobe(0.05);
    EXPECT_NEAR(narrow[1], 1.0, 1e-3);
    EXPECT_NEAR(narrow[2], 1.0, 1e-3);
}

constexpr double kWindowTolerance = 1e-15; // a few units in the last place of weights up to 1

TEST(Window, NoneLeavesEveryBand)
{
    for (std::uint32_t l = 0; l < kMaxBands; ++l)
        EXPECT_EQ(windowWeight(PN_WINDOW_NONE, 0.0, l), 1.0);
}

TEST(Window, BandsFromTheWidthOnAreZero)
{
    for (const PnWindow window : {PN_WINDOW_HANN, PN_WINDOW_LANCZOS, PN_WINDOW_SINC4})
    {
        EXPECT_EQ(windowWeight(window, 3.0, 3), 0.0);
        EXPECT_EQ(windowWeight(window, 3.0, 4), 0.0);
        EXPECT_EQ(windowWeight(window, 1e-30, 1), 0.0);
        EXPECT_GT(windowWeight(window, 3.0, 2), 0.0);
        EXPECT_EQ(windowWeight(window, 1e-30, 0), 1.0);
    }
}

TEST(Window, AgreesWithTheLibrarysSine)
{
    for (double width = 0.37; width < 20.0; width += 0.37)
        for (std::uint32_t l = 1; l < kMaxBands && l < width; ++l)
        {
            const double x = std::numbers::pi * l / width, sinc = std::sin(x) / x;
            EXPECT_NEAR(windowWeight(PN_WINDOW_HANN, width, l), (1.0 + std::cos(x)) / 2.0, kWindowTolerance);
            EXPECT_NEAR(windowWeight(PN_WINDOW_LANCZOS, width, l), sinc, kWindowTolerance);
            EXPECT_NEAR(windowWeight(PN_WINDOW_SINC4, width, l), std::pow(sinc, 4), kWindowTolerance);
        }
}

TEST(Window, ScalesAllOfABand)
{
    ShSet set{3, {}};
    for (Rgb& rgb : set.rgb)
        rgb = {1.0, 2.0, -3.0};

    const ShSet result = windowSh(set, PN_WINDOW_HANN, 4.0);

    const double weights[3] = {1.0, (1.0 + std::sqrt(0.5)) / 2.0, 0.5};
    for (std::size_t i = 0; i < 9; ++i)
    {
        const double weight = weights[i == 0 ? 0 : i < 4 ? 1 : 2];
        EXPECT_NEAR(result.rgb[i][0], weight, kWindowTolerance) << "row " << i;
        EXPECT_NEAR(result.rgb[i][2], -3.0 * weight, 3 * kWindowTolerance) << "row " << i;
    }
}

} // namespace
} // namespace pn
