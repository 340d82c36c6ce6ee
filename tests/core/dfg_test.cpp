// The DFG table against integrals over the directions of light, which share nothing with the library's half vectors.
#include "core/prefilter/dfg.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace pn {
namespace {

struct Point
{
    double x, weight;
};

// Gauss and Legendre's pairs in cells that fill 0 to end, and grow by a factor from a scale on.
std::vector<Point> pointsFrom(double scale, double end)
{
    constexpr int kCells = 200;
    const double rate = std::log1p(end / scale) / kCells;
    std::vector<Point> points;
    for (int i = 0; i < kCells && end > 0; ++i)
    {
        const double from = scale * std::expm1(rate * i), width = scale * std::expm1(rate * (i + 1)) - from;
        points.push_back({from + width * 0.21132486540518713, width / 2});
        points.push_back({from + width * 0.78867513459481287, width / 2});
    }
    return points;
}

// What a lobe gives light from l, times N.L, by the papers' formulas; sin2, noL, voH of the half vector.
DfgValue lightOf(double alpha, double noV, double noL, double sin2, double voH)
{
    const double a2 = alpha * alpha, d = sin2 + a2 * (1 - sin2);
    const double smith = noL * std::sqrt(noV * noV * (1 - a2) + a2) + noV * std::sqrt(noL * noL * (1 - a2) + a2);
    const double ggx = a2 / (std::numbers::pi * d * d) * 0.5 / smith * noL, fresnel = std::pow(1 - voH, 5);
    const double cloth = (2 + 1 / alpha) * std::pow(sin2, 0.5 / alpha) / (2 * std::numbers::pi);
    return {ggx * (1 - fresnel), ggx * fresnel, cloth / (4 * (noL + noV - noL * noV)) * noL};
}

// In polar coordinates about the normal, with points that crowd about the mirror direction.
DfgValue integralOf(double alpha, double noV)
{
    const double sinV = std::sqrt(1 - noV * noV), mirror = std::acos(noV);
    std::vector<Point> heights;
    for (const Point& point : pointsFrom(alpha / 8, mirror))
        heights.push_back({mirror - point.x, point.weight});
    for (const Point& point : pointsFrom(alpha / 8, std::numbers::pi / 2 - mirror))
        heights.push_back({mirror + point.x, point.weight});
    const auto turns = pointsFrom(std::min(1.0, alpha * noV / sinV) / 8, std::numbers::pi);
    DfgValue sum{};
    for (const Point& height : heights)
        for (const Point& turn : turns)
        {
            const double sinL = std::sin(height.x), noL = std::cos(height.x);
            // l + v, with l = v turned by pi where it is the mirror direction
            const double x = sinV - sinL * std::cos(turn.x), y = sinL * std::sin(turn.x), z = noL + noV;
            const double length2 = x * x + y * y + z * z;
            const DfgValue light =
                lightOf(alpha, noV, noL, (x * x + y * y) / length2, std::min(1.0, std::sqrt(length2) / 2));
            const double solidAngle = 2 * sinL * height.weight * turn.weight;
            sum.scale += light.scale * solidAngle;
            sum.bias += light.bias * solidAngle;
            sum.cloth += light.cloth * solidAngle;
        }
    return sum;
}

// With a = 1, D is 1 / pi and V is 1 / (2 (N.L + N.V)), whose integral is a logarithm.
TEST(DfgTruth, IsTheClosedFormOfTheRoughest)
{
    for (const double noV : {0.01, 0.3, 0.9})
    {
        const DfgValue found = integralOf(1, noV);
        EXPECT_NEAR(found.scale + found.bias, 1 - noV * std::log((1 + noV) / noV), 2e-5) << noV;
    }
}

TEST(Dfg, IsNearTheIntegral)
{
    for (const double roughness : {0.5 / 1024, 0.5 / 256, 0.02, 0.08, 0.125, 0.25, 0.4, 0.7, 0.999})
        for (const double noV : {0.5 / 1024, 0.5 / 256, 0.02, 0.1, 0.4, 0.7, 1 - 0.5 / 1024})
        {
            const DfgValue found = dfgValue(roughness, noV), truth = integralOf(roughness * roughness, noV);
            EXPECT_NEAR(found.scale, truth.scale, 1e-4) << roughness << ' ' << noV;
            EXPECT_NEAR(found.bias, truth.bias, 1e-4) << roughness << ' ' << noV;
            EXPECT_NEAR(found.cloth, truth.cloth, 1e-4 * std::max(1.0, truth.cloth)) << roughness << ' ' << noV;
        }
}

TEST(Dfg, AMirrorReflectsAllAndNothingReflectsMore)
{
    for (int x = 0; x < 64; ++x)
    {
        const double noV = (x + 0.5) / 64;
        const DfgValue mirror = dfgValue(1e-3, noV);
        EXPECT_NEAR(mirror.scale + mirror.bias, 1, 1e-4);
        EXPECT_NEAR(mirror.bias, std::pow(1 - noV, 5), 1e-4); // Schlick
        double before = 2;
        for (int y = 8; y < 64 && noV > 0.5; ++y) // seen steeply, more is lost the rougher it is
        {
            const DfgValue value = dfgValue((y + 0.5) / 64, noV);
            EXPECT_LT(value.scale + value.bias, before);
            before = value.scale + value.bias;
        }
    }
    constexpr std::uint32_t kSize = 64;
    std::vector<float> rgb(3 * kSize * kSize);
    ASSERT_EQ(pnMakeDfgRows(PN_DFG_MULTISCATTER, kSize, 0, kSize, rgb.size(), rgb.data()), PN_SUCCESS);
    for (std::size_t i = 0; i < rgb.size(); i += 3)
        EXPECT_TRUE(rgb[i] >= 0 && rgb[i] < rgb[i + 1] && rgb[i + 1] < 1.00002f) << rgb[i] << ' ' << rgb[i + 1];
}

TEST(Dfg, TexelsAreTakenAtTheirCentresAndMultiscatterRearrangesThem)
{
    constexpr std::uint32_t kSize = 3;
    std::vector<float> plain(3 * kSize * kSize), multiscatter(plain);
    ASSERT_EQ(pnMakeDfgRows(PN_DFG_SCALE_BIAS, kSize, 0, kSize, plain.size(), plain.data()), PN_SUCCESS);
    ASSERT_EQ(pnMakeDfgRows(PN_DFG_MULTISCATTER, kSize, 0, kSize, plain.size(), multiscatter.data()), PN_SUCCESS);
    for (std::size_t i = 0; i < std::size_t{kSize} * kSize; ++i)
    {
        const std::size_t row = i / kSize, column = i % kSize;
        const DfgValue value = dfgValue((double(row) + 0.5) / kSize, (double(column) + 0.5) / kSize);
        EXPECT_EQ(plain[3 * i], float(value.scale));
        EXPECT_EQ(plain[3 * i + 1], float(value.bias));
        EXPECT_EQ(plain[3 * i + 2], float(value.cloth));
        EXPECT_EQ(multiscatter[3 * i], plain[3 * i + 1]);
        EXPECT_NEAR(multiscatter[3 * i + 1], plain[3 * i] + plain[3 * i + 1], 1e-7);
        EXPECT_EQ(multiscatter[3 * i + 2], plain[3 * i + 2]);
    }
    std::vector<float> rows(6 * kSize, -1.0f);
    ASSERT_EQ(pnMakeDfgRows(PN_DFG_SCALE_BIAS, kSize, 1, 2, rows.size(), rows.data()), PN_SUCCESS);
    EXPECT_TRUE(std::equal(rows.begin(), rows.end(), plain.begin() + 3 * kSize, plain.end()));
}

} // namespace
} // namespace pn
