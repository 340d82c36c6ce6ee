#include "core/kernel/geometry.h"
#include "core/sh/trigonometry.h"
#include "support/oracle.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace pn {
namespace {

constexpr long double kPi = std::numbers::pi_v<long double>;
constexpr double kDoubleError = 0x1p-51; // 4 units in the last place of 1/2

// One rounding to float, and nothing else to speak of.
constexpr double kFloatError = 0x1.001p-24;

void expectRelative(double actual, long double expected, double error, const std::string& what)
{
    EXPECT_NEAR(actual, double(expected), error * std::abs(double(expected))) << what;
}

TEST(Trigonometry, IsThatOfTheMathematicians)
{
    for (int i = 0; i <= 4096; ++i)
    {
        const double x = i / 4096.0;
        EXPECT_NEAR(sinPi(x), double(std::sin(kPi * x)), kDoubleError) << x;
        EXPECT_NEAR(cosPi(x), double(std::cos(kPi * x)), kDoubleError) << x;
        const double y = 0.11 * (2.0 * x - 1.0);
        EXPECT_NEAR(atanSmall(y), double(std::atan(static_cast<long double>(y))), kDoubleError * std::abs(y)) << y;
    }
}

// Small angles too have a small relative error: the rows at the poles depend on it.
TEST(Trigonometry, KeepsItsRelativeErrorNearZero)
{
    for (int exponent = -1; exponent > -40; --exponent)
    {
        const double x = std::ldexp(0.7, exponent);
        expectRelative(sinPi(x), std::sin(kPi * x), kDoubleError, "sin");
        expectRelative(cosPi(0.5 - x), std::sin(kPi * (0.5L - (0.5 - x))), 16 * kDoubleError, "cos");
    }
}

long double centre(std::uint32_t n, std::uint32_t i)
{
    return n % 2 == 0 ? (2.0L * i + 1) / n : 2.0L * i / n;
}

void expectCubeTexel(const Geometry& geometry, std::uint32_t column, std::uint32_t row)
{
    const std::uint32_t n = geometry.shape.width;
    const std::string what = std::to_string(n) + ", column " + std::to_string(column) + ", row " + std::to_string(row);
    const long double u = centre(n, column), v = centre(n, row);
    const long double mean = 4 * kPi / (6.0L * n * n);
    const long double solidAngle = oracle::cubeSolidAngle(n / 2 + column, n / 2 + row, n);
    const long double share = geometry.shape.isCentreRow(row) ? 0.5L : 1.0L;
    // The reference subtracts numbers near 1 from each other: long double leaves it about 2^-62 n^2 of error.
    const double error = kFloatError + 0x1p-62 * n * n;
    expectRelative(geometry.weightRow(row)[column], 256 * share * solidAngle / mean, error, what);
    expectRelative(geometry.cosineRow(row)[column], 1 / std::sqrt(1 + u * u + v * v), kFloatError, what);
    expectRelative(geometry.rowPosition[row], v, 2 * kFloatError, what); // a rounded reciprocal, and a product
}

TEST(Geometry, CubeTablesAreTheFormulas)
{
    for (const std::uint32_t n : {1u, 2u, 3u, 4u, 7u, 16u, 33u, 100u})
    {
        const Geometry geometry(Shape::cubemap(n));
        for (std::uint32_t row = 0; row < geometry.shape.rows(); ++row)
            for (std::uint32_t column = 0; column < geometry.shape.columns(); ++column)
                expectCubeTexel(geometry, column, row);
    }
}

TEST(Geometry, LargestCubemapsTablesAreTheFormulas)
{
    const Shape shape = Shape::cubemap(PN_MAX_FACE_SIZE);
    for (const std::uint32_t row : {0u, 4000u, shape.rows() - 1})
    {
        const Geometry geometry(shape, row, row + 1);
        for (const std::uint32_t column : {0u, 17u, 4096u, shape.columns() - 1})
            expectCubeTexel(geometry, column, row);
    }
}

TEST(Geometry, EquirectTablesAreTheFormulas)
{
    for (const auto& [width, height] : {std::pair{1u, 1u}, {2u, 1u}, {7u, 5u}, {64u, 32u}, {32768u, 16384u}})
    {
        const Geometry geometry(Shape::equirect(width, height));
        const std::string what = std::to_string(width) + " x " + std::to_string(height);
        for (std::uint32_t row = 0; row < geometry.shape.rows(); ++row)
        {
            const long double latitude = centre(height, row) * kPi / 2, half = kPi / (2 * height);
            const long double band = 2 * std::cos(latitude) * std::sin(half); // of 2, the height of the unit sphere
            const long double share = geometry.shape.isCentreRow(row) ? 0.5L : 1.0L;
            expectRelative(*geometry.weightRow(row), 256 * share * height * band / 2, kFloatError, what);
            expectRelative(*geometry.cosineRow(row), std::cos(latitude), kFloatError, what);
            expectRelative(geometry.rowPosition[row], std::sin(latitude), kFloatError, what);
        }
    }
}

} // namespace
} // namespace pn
