// The least value of a function on the sphere, against closed forms and a grid of 10^6 directions; and de-ringing,
// which lifts it.
#include "core/sh/evaluate.h"
#include "core/sh/minimum.h"
#include "core/sh/window.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>
#include <random>

namespace pn {
namespace {

constexpr double kPi = std::numbers::pi;

ScalarSh random(std::uint32_t bands, unsigned seed, double spread)
{
    std::mt19937 generator(seed);
    std::normal_distribution<double> normal(0.0, spread);
    ScalarSh f{bands, {}};
    for (std::size_t i = 1; i < f.count(); ++i)
        f.coefficients[i] = normal(generator);
    f.coefficients[0] = 1.0;
    return f;
}

// k0 + K1 (a . d) is least against a.
TEST(Minimum, OfABandOfOneIsTheMeanLessItsLength)
{
    const double k1 = std::sqrt(3.0 / (4.0 * kPi));
    ScalarSh f{2, {}};
    f.coefficients = {5.0, 2.0, -3.0, 6.0};
    EXPECT_NEAR(findMinimum(f), 5.0 / (2.0 * std::sqrt(kPi)) - k1 * 7.0, 1e-14);
}

// P2 is least on the equator, where it is -1/2; P4 where z^2 = 3/7, with the value -3/7. Upside down, P2 and P4 are
// least at the poles.
TEST(Minimum, OfZonalBandsIsThatOfTheirLegendrePolynomials)
{
    ScalarSh second{3, {}}, fourth{5, {}};
    second.coefficients[6] = 1.0;
    fourth.coefficients[20] = 1.0;
    EXPECT_NEAR(findMinimum(second), -0.5 * std::sqrt(5.0 / (4.0 * kPi)), 1e-14);
    EXPECT_NEAR(findMinimum(fourth), -3.0 / 7.0 * std::sqrt(9.0 / (4.0 * kPi)), 1e-9);
    second.coefficients[6] = -1.0;
    fourth.coefficients[20] = -1.0;
    EXPECT_NEAR(findMinimum(second), -std::sqrt(5.0 / (4.0 * kPi)), 1e-14);
    EXPECT_NEAR(findMinimum(fourth), -std::sqrt(9.0 / (4.0 * kPi)), 1e-9);
}

// The cosine has no part in the least eigenvalue's space: z^2 less a cosine along x, with x^2 and y^2 alike.
TEST(Minimum, IsFoundWhereTheSlopeLiesAcrossTheLeastAxis)
{
    ScalarSh f{3, {}};
    f.coefficients[6] = -2.0; // z^2 counts down
    f.coefficients[3] = 0.5;
    const double q = 2.0 * std::sqrt(5.0 / (16.0 * kPi)), v = 0.5 * std::sqrt(3.0 / (4.0 * kPi));
    double least = std::numeric_limits<double>::max();
    for (int i = -100000; i <= 100000; ++i) // in the plane of x and z
    {
        const double x = i / 100000.0;
        least = std::min(least, v * x - q * (3.0 * (1.0 - x * x) - 1.0));
    }
    EXPECT_NEAR(findMinimum(f), least, 1e-9); // the grid is 1e-5 wide, and the minimum flat
}

// A cosine that is lost beside the least eigenvalue changes nothing, on the equator or at the poles.
TEST(Minimum, TakesALinearPartOfAnySize)
{
    const double k20 = std::sqrt(5.0 / (4.0 * kPi)), mean = 1.0 / (2.0 * std::sqrt(kPi));
    for (const double linear : {1e-15, 1e-16, 1e-17, 1e-18, 1e-30, 1e-155, 1e-162, 1e-300, 5e-324})
        for (const std::size_t axis : {1u, 2u, 3u})
        {
            SCOPED_TRACE(std::to_string(axis) + " " + std::to_string(std::log10(linear)));
            ScalarSh f{3, {}};
            f.coefficients[0] = 1.0;
            f.coefficients[axis] = linear;
            EXPECT_NEAR(findMinimum(f), mean, 1e-14);
            f.coefficients[6] = 0.3;
            EXPECT_NEAR(findMinimum(f), mean - 0.5 * 0.3 * k20, 1e-14);
            f.coefficients[6] = -0.3;
            EXPECT_NEAR(findMinimum(f), mean - 0.3 * k20, 1e-14);
        }
}

// Grid spacing is 0.0035 radians. The grid cannot be below the minimum, and is above it by at most half the second
// derivative times the square of half the spacing: 1.6e-6 * 20 * the amplitude of band 4.
TEST(Minimum, AgreesWithAGridOfAMillionDirections)
{
    constexpr int kCount = 1000000;
    constexpr double kGoldenAngle = 2.399963229728653;
    std::vector<ScalarSh> functions;
    for (unsigned seed = 0; seed < 3; ++seed)
        for (const std::uint32_t bands : {2u, 3u, 4u, 5u})
            functions.push_back(random(bands, seed, 0.3));
    std::vector<double> least(functions.size(), std::numeric_limits<double>::max());
    for (int i = 0; i < kCount; ++i)
    {
        const double z = 1.0 - (2.0 * i + 1.0) / kCount, r = std::sqrt(1.0 - z * z), angle = kGoldenAngle * i;
        const ShBasis basis = evaluateBasis({r * std::cos(angle), r * std::sin(angle), z});
        for (std::size_t k = 0; k < functions.size(); ++k)
        {
            double value = 0.0;
            for (std::size_t j = 0; j < functions[k].count(); ++j)
                value += functions[k].coefficients[j] * basis[j];
            least[k] = std::min(least[k], value);
        }
    }
    for (std::size_t k = 0; k < functions.size(); ++k)
    {
        SCOPED_TRACE("function " + std::to_string(k) + ", bands " + std::to_string(functions[k].bands));
        const double found = findMinimum(functions[k]);
        EXPECT_LE(found, least[k] + 1e-5);
        EXPECT_GE(found, least[k] - 5e-5);
    }
}

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
            EXPECT_EQ(std::memcmp(sun.rgb[0], out.rgb[0], sizeof(out.rgb[0])), 0);
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

} // namespace
} // namespace pn
