
#include "core/sh/evaluate.h"
#include "core/sh/minimum.h"
#include "core/sh/window.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numbers>
#include <random>

namespace pn {
namespace {

// A sun of the given strength on a grey sky of radiance 1.
PnSh sunAndSky(std::uint32_t bands, float strength, const Vec3& direction)
{
    const ShBasis basis = evaluateBasis(direction);
    PnSh sh{};
    sh.bands = bands;
    for (std::size_t i = 0; i < std::size_t{bands} * bands; ++i)
        for (std::size_t c = 0; c < 3; ++c)
            sh.rgb[i][c] = strength * float(basis[i]) * float(c + 1) / 3.0f;
    for (float& channel : sh.rgb[0])
        channel += 3.5449077f;
    return sh;
}

double least(const PnSh& sh)
{
    const ShSet irradiance = convolveWithCosine(widenSh(sh));
    return std::min({findMinimum(channelOf(irradiance, 0)), findMinimum(channelOf(irradiance, 1)),
                     findMinimum(channelOf(irradiance, 2))});
}

TEST(Dering, LeavesALightAloneThatDoesNotRing)
{
    const PnSh sky = sunAndSky(3, 0.1f, {0, 1, 0});
    PnSh out;
    const Dering dering = deringSh(sky, 0.01, out);
    EXPECT_EQ(dering.step, 1024u);
    EXPECT_EQ(dering.energyKept, 1.0);
    EXPECT_EQ(dering.minimumBefore, dering.minimumAfter);
    EXPECT_EQ(std::memcmp(&sky, &out, sizeof(sky)), 0);
}

// A sun alone has 3/8 + 2 x + 15/8 x^2 with x the cosine to it, but for a factor: -0.16 at x = -8/15.
TEST(Dering, LiftsTheMinimumToTheFloorAndNoFurther)
{
    for (const std::uint32_t bands : {3u, 4u, 5u})
        for (const double floor : {0.0, 0.01, 0.1})
        {
            SCOPED_TRACE("bands " + std::to_string(bands) + ", floor " + std::to_string(floor));
            const PnSh sun = sunAndSky(bands, 1000.0f, {0.48, 0.6, 0.64});
            PnSh out;
            const Dering dering = deringSh(sun, floor, out);
            ASSERT_LT(dering.step, 1024u);
            EXPECT_LT(dering.minimumBefore, 0.0);
            EXPECT_GE(least(out), 0.0);
            for (std::size_t c = 0; c < 3; ++c)
            {
                const ScalarSh light = channelOf(convolveWithCosine(widenSh(out)), c);
                EXPECT_GE(findMinimum(light), floor * average(light));
            }
            // One step milder would be below it.
            const ShSet milder = windowSh(widenSh(sun), PN_WINDOW_GAUSS, (dering.step + 1) / 1024.0);
            bool isBelow = false;
            for (std::size_t c = 0; c < 3; ++c)
            {
                const ScalarSh light = channelOf(convolveWithCosine(milder), c);
                isBelow = isBelow || findMinimum(light) < floor * average(light);
            }
            EXPECT_TRUE(isBelow);
        }
}

TEST(Dering, KeepsTheFirstCoefficientToTheBit)
{
    const PnSh sun = sunAndSky(3, 500.0f, {0, 0, 1});
    PnSh out;
    deringSh(sun, 0.01, out);
    EXPECT_EQ(std::memcmp(sun.rgb[0], out.rgb[0], sizeof(out.rgb[0])), 0);
}

// Bands l = 1 and 2 keep the squares of w and w^3 of their energy.
TEST(Dering, ReportsTheEnergyThatIsLeft)
{
    const PnSh sun = sunAndSky(3, 1000.0f, {0, 0, 1});
    PnSh out;
    const Dering dering = deringSh(sun, 0.01, out);
    const double w = dering.width();
    // Along z only the zonal coefficients are not zero: K1 * 2/3 and 2 K3 * 1/4.
    const double first = std::sqrt(3.0) * 2.0 / 3.0, second = std::sqrt(5.0) / 4.0;
    const double kept = (first * first * w * w + second * second * std::pow(w, 6)) / (first * first + second * second);
    EXPECT_NEAR(dering.energyKept, kept, 1e-6); // coefficients are floats
}

TEST(Dering, NothingMakesALightPositiveWhoseAverageIsNot)
{
    PnSh dark{};
    dark.bands = 3;
    dark.rgb[0][0] = -1.0f;
    dark.rgb[2][0] = 1.0f;
    PnSh out;
    EXPECT_EQ(deringSh(dark, 0.01, out).step, 1024u);
}

// Heat flows from hot to cold: no minimum falls, whatever the function.
TEST(Dering, AStrongerWindowNeverLowersTheMinimum)
{
    std::mt19937 generator(7);
    std::normal_distribution<double> normal(0.0, 0.5);
    for (int k = 0; k < 50; ++k)
    {
        ScalarSh f{std::uint32_t(k % 3 + 3), {}};
        for (std::size_t i = 0; i < f.count(); ++i)
            f.coefficients[i] = normal(generator);
        double last = findMinimum(f);
        for (double width = 0.95; width > 0.0; width -= 0.05)
        {
            const double now = findMinimum(windowScalar(f, width));
            EXPECT_GE(now, last - 1e-9) << "function " << k << ", width " << width;
            last = now;
        }
    }
}

} // namespace
} // namespace pn
