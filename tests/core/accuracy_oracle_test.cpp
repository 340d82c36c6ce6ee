// Who judges the judge: the oracle against the specification, closed forms and quadrature.
#include "support/oracle.h"

#include "accuracy_faces.h"
#include "support/sh_oracle.h"

#include <gtest/gtest.h>

namespace pn {
namespace {

constexpr double kSphere = 4.0 * std::numbers::pi;

TEST(Oracle, CubeSolidAnglesSumToTheSphere)
{
    for (const std::uint32_t size : {1u, 2u, 3u, 7u, 16u, 33u, 256u})
    {
        double sum = 0;
        for (std::uint32_t y = 0; y < size; ++y)
            for (std::uint32_t x = 0; x < size; ++x)
                sum += 6.0 * oracle::cubeSolidAngle(x, y, size);
        EXPECT_NEAR(sum, kSphere, 1e-12) << size;
    }
}

TEST(Oracle, EquirectSolidAnglesSumToTheSphere)
{
    for (const std::uint32_t height : {1u, 2u, 5u, 32u, 512u})
    {
        double sum = 0;
        for (std::uint32_t y = 0; y < height; ++y)
            sum += 7.0 * oracle::equirectSolidAngle(y, 7, height);
        EXPECT_NEAR(sum, kSphere, 1e-12) << height;
    }
}

TEST(Oracle, CubeDirectionsAreTheSpecifications)
{
    for (std::uint32_t face = 0; face < 6; ++face)
        for (std::uint32_t y = 0; y < 5; ++y)
            for (std::uint32_t x = 0; x < 5; ++x)
            {
                const auto expected = testing::directionByHand(face, x, y, 5);
                const auto actual = oracle::cubeDirection(face, x, y, 5);
                EXPECT_NEAR(actual.x, expected.x, 1e-15) << "face " << face << " at " << x << ", " << y;
                EXPECT_NEAR(actual.y, expected.y, 1e-15) << "face " << face << " at " << x << ", " << y;
                EXPECT_NEAR(actual.z, expected.z, 1e-15) << "face " << face << " at " << x << ", " << y;
            }
}

// +Z in the middle, +X a quarter to the right, +Y at the top: 4 x 2 texels, read off by hand.
TEST(Oracle, EquirectDirectionsAreTheHeaders)
{
    const double h = 0.5, r = std::sqrt(0.5); // 45 degrees up or down, and 45 degrees to either side
    const struct
    {
        std::uint32_t x, y;
        oracle::Direction expected;
    } cases[] = {{0, 0, {-h, r, -h}}, {1, 0, {-h, r, h}},  {2, 0, {h, r, h}},
                 {3, 0, {h, r, -h}},  {1, 1, {-h, -r, h}}, {2, 1, {h, -r, h}}};
    for (const auto& [x, y, expected] : cases)
    {
        const auto actual = oracle::equirectDirection(x, y, 4, 2);
        EXPECT_NEAR(actual.x, expected.x, 1e-15) << x << ", " << y;
        EXPECT_NEAR(actual.y, expected.y, 1e-15) << x << ", " << y;
        EXPECT_NEAR(actual.z, expected.z, 1e-15) << x << ", " << y;
    }
}

// The quadrature is exact for polynomials up to degree 12; a product of two harmonics has 8.
TEST(Oracle, BasisIsOrthonormal)
{
    for (std::size_t i = 0; i < 25; ++i)
        for (std::size_t j = i; j < 25; ++j)
        {
            const double product = oracle::integrateSphere([&](const Vec3& d) {
                const auto y = oracle::basis({d.x, d.y, d.z});
                return y[i] * y[j];
            });
            EXPECT_NEAR(product, i == j ? 1.0 : 0.0, 1e-13) << i << ", " << j;
        }
}

TEST(Oracle, BasisIsThatOfLegendreFunctionsAndAngles)
{
    std::mt19937 random(1);
    for (int i = 0; i < 20; ++i)
    {
        const Vec3 d = oracle::randomDirection(random);
        const auto y = oracle::basis({d.x, d.y, d.z});
        for (std::size_t k = 0; k < 25; ++k)
            EXPECT_NEAR(y[k], oracle::harmonic(k, d), 1e-13) << k;
    }
}

} // namespace
} // namespace pn
