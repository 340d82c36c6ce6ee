#include "core/sh/sh.h"

#include "support/sh_oracle.h"

#include <gtest/gtest.h>

namespace pn {
namespace {

TEST(ShBasis, IsOrthonormal)
{
    for (std::size_t i = 0; i < kShCount; ++i)
        for (std::size_t j = 0; j < kShCount; ++j)
        {
            const double product = oracle::integrateSphere([&](const Vec3& d) {
                const ShBasis basis = evaluateBasis(d);
                return basis[i] * basis[j];
            });
            EXPECT_NEAR(product, i == j ? 1.0 : 0.0, 1e-13) << "harmonics " << i << " and " << j;
        }
}

// Signs and order: the first nine written down from their definition, without any sign on x, y or z.
TEST(ShBasis, FirstThreeBandsAreTheKnownPolynomials)
{
    const double x = 0.36, y = -0.48, z = 0.8;
    const double pi = std::numbers::pi;
    const double expected[9] = {std::sqrt(1 / (4 * pi)),
                                std::sqrt(3 / (4 * pi)) * y,
                                std::sqrt(3 / (4 * pi)) * z,
                                std::sqrt(3 / (4 * pi)) * x,
                                std::sqrt(15 / (4 * pi)) * x * y,
                                std::sqrt(15 / (4 * pi)) * y * z,
                                std::sqrt(5 / (16 * pi)) * (3 * z * z - 1),
                                std::sqrt(15 / (4 * pi)) * x * z,
                                std::sqrt(15 / (16 * pi)) * (x * x - y * y)};

    const ShBasis basis = evaluateBasis({x, y, z});

    for (std::size_t i = 0; i < 9; ++i)
        EXPECT_NEAR(basis[i], expected[i], 1e-15) << "harmonic " << i;
}

// At the pole only m = 0 is left, and its value is sqrt((2l + 1) / 4 pi).
TEST(ShBasis, OnlyZonalHarmonicsAreLeftAtThePole)
{
    const ShBasis basis = evaluateBasis({0, 0, 1});
    for (std::size_t i = 0; i < kShCount; ++i)
    {
        const std::size_t l = kBandOf[i];
        const bool zonal = i == l * (l + 1);
        const double expected = zonal ? std::sqrt((2.0 * double(l) + 1.0) / (4.0 * std::numbers::pi)) : 0.0;
        EXPECT_NEAR(basis[i], expected, 1e-15) << "harmonic " << i;
    }
}

TEST(ShBasis, EqualsTheLegendreRecursion)
{
    std::mt19937 random(1);
    for (int trial = 0; trial < 200; ++trial)
    {
        const Vec3 d = oracle::randomDirection(random);
        const ShBasis basis = evaluateBasis(d);
        for (std::size_t i = 0; i < kShCount; ++i)
            EXPECT_NEAR(basis[i], oracle::harmonic(i, d), 2e-14) << "harmonic " << i; // atan2, cos: some 1e-15 each
    }
}

// Unsoeld's theorem: the squares of a band add up to the same everywhere.
TEST(ShBasis, SquaresOfABandAddUpToAConstant)
{
    std::mt19937 random(2);
    for (int trial = 0; trial < 200; ++trial)
    {
        const ShBasis basis = evaluateBasis(oracle::randomDirection(random));
        for (std::size_t l = 0; l < kMaxBands; ++l)
        {
            double sum = 0.0;
            for (std::size_t i = l * l; i < (l + 1) * (l + 1); ++i)
                sum += basis[i] * basis[i];
            EXPECT_NEAR(sum, (2.0 * double(l) + 1.0) / (4.0 * std::numbers::pi), 1e-14) << "band " << l;
        }
    }
}

TEST(Sh, RowsBeyondTheBandsAreZeroed)
{
    PnSh sh{};
    sh.bands = 2;
    for (auto& rgb : sh.rgb)
        rgb[0] = rgb[1] = rgb[2] = 7.0f;

    const PnSh result = roundSh(widenSh(sh));

    EXPECT_EQ(result.bands, 2u);
    for (std::size_t i = 0; i < kShCount; ++i)
        for (const float channel : result.rgb[i])
            EXPECT_EQ(channel, i < 4 ? 7.0f : 0.0f) << "row " << i;
}

} // namespace
} // namespace pn
