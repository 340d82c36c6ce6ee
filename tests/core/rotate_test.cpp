#include "core/sh/rotate.h"

#include "core/sh/evaluate.h"
#include "support/sh_oracle.h"

#include <glm/gtc/quaternion.hpp>
#include <gtest/gtest.h>

#include <cmath>

namespace pn {
namespace {

constexpr double kTolerance = 2e-12; // the rotation matrix is exact to 1.4e-14; 25 coefficients of size 1 follow

Mat3 toMat3(const glm::dmat3& m) // glm's first index is the column
{
    Mat3 result;
    for (int r = 0; r < 3; ++r)
        result.rows[std::size_t(r)] = {m[0][r], m[1][r], m[2][r]};
    return result;
}

// With a mirror where the determinant is negative.
glm::dmat3 randomRotation(std::mt19937& random, double determinant)
{
    std::normal_distribution<double> gauss;
    const glm::dquat q(gauss(random), gauss(random), gauss(random), gauss(random));
    return determinant * glm::mat3_cast(glm::normalize(q));
}

void expectTurned(const PnSh& sh, const Mat3& m, std::mt19937& random)
{
    const ShSet turned = rotateSh(widenSh(sh), m);
    for (int i = 0; i < 10; ++i)
    {
        const Vec3 d = oracle::randomDirection(random);
        EXPECT_NEAR(evaluate(turned, m * d)[0], oracle::radiance(sh, 0, d), kTolerance);
        EXPECT_NEAR(evaluate(turned, m * d)[2], oracle::radiance(sh, 2, d), kTolerance);
    }
}

TEST(RotateProperty, ResultAlongTheTurnedDirectionIsTheOldOne)
{
    for (std::uint32_t seed = 1; seed <= 100; ++seed)
    {
        SCOPED_TRACE(::testing::Message() << "seed " << seed);
        std::mt19937 random(seed);
        expectTurned(oracle::randomSh(random, 1 + seed % kMaxBands),
                     toMat3(randomRotation(random, seed % 2 == 0 ? 1.0 : -1.0)), random);
    }
}

// Bit for bit, also where a coefficient is tiny beside the others of its band.
TEST(Rotate, IdentityChangesNoBit)
{
    std::mt19937 random(9);
    PnSh sh = oracle::randomSh(random, 5);
    sh.rgb[5][0] = 1e-9f;
    sh.rgb[20][1] = -1e-9f;
    sh.rgb[24][1] = 1e6f;

    const PnSh result = roundSh(rotateSh(widenSh(sh), {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}}));

    for (std::size_t i = 0; i < kShCount; ++i)
        for (std::size_t c = 0; c < 3; ++c)
            EXPECT_EQ(result.rgb[i][c], sh.rgb[i][c]) << "row " << i;
}

// A quarter turn about z takes x to y and y to -x: L1 moves, and xx - yy changes its sign.
TEST(Rotate, QuarterTurnAboutZMovesCoefficientsWhole)
{
    std::mt19937 random(11);
    const PnSh sh = oracle::randomSh(random, 3);

    const PnSh result = roundSh(rotateSh(widenSh(sh), {{{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}}));

    EXPECT_EQ(result.rgb[1][0], sh.rgb[3][0]);
    EXPECT_EQ(result.rgb[2][0], sh.rgb[2][0]);
    EXPECT_EQ(result.rgb[3][0], -sh.rgb[1][0]);
    EXPECT_EQ(result.rgb[4][0], -sh.rgb[4][0]);
    EXPECT_EQ(result.rgb[5][0], sh.rgb[7][0]);
    EXPECT_EQ(result.rgb[6][0], sh.rgb[6][0]);
    EXPECT_EQ(result.rgb[7][0], -sh.rgb[5][0]);
    EXPECT_EQ(result.rgb[8][0], -sh.rgb[8][0]);
}

// A float matrix is off by 1e-7 in length and angle; the result is that of the rotation nearest to it.
TEST(Rotate, SlightlyScaledMatrixStillKeepsEnergy)
{
    std::mt19937 random(12);
    const ShSet set = widenSh(oracle::randomSh(random, 5));
    const double s = 1.0 + 4e-5;

    const ShSet turned = rotateSh(set, {{{{s, 0, 0}, {0, s, 0}, {0, 0, s}}}});

    for (std::size_t i = 0; i < kShCount; ++i)
        EXPECT_NEAR(turned.rgb[i][0], set.rgb[i][0], kTolerance) << "row " << i;
}

} // namespace
} // namespace pn
