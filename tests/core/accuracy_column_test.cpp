// Along each column, factors times weights are the harmonics: the oracle's, which are typed out one by one.
#include "core/kernel/geometry.h"
#include "support/oracle.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace pn {
namespace {

// At height b of a column whose directions are (s alpha, b, s gamma).
void expectHarmonics(const Geometry& geometry, std::uint32_t column, double alpha, double gamma, double b)
{
    const double s = std::sqrt((1 - b * b) / (alpha * alpha + gamma * gamma)), q = b * b - 0.375;
    const double weights[kMaxSums] = {1,                                      // the table of moments.h, row by row
                                      s,     s,         b,                    //
                                      q,     s * s,     b * s,     b * s,     //
                                      s * q, s * q,     b * q,     b * s * s, //
                                      q * q, s * s * q, b * s * q, b * s * q};
    const std::array<double, 25> expected = oracle::basis({alpha * s, b, gamma * s});
    const double share = geometry.shape.isCentreColumn(column) ? 0.5 : 1.0;
    constexpr double kError = 5 * 0x1p-24; // three factors of up to 5, each rounded to float
    for (std::uint32_t moment = 0; moment < kMaxMoments; ++moment)
    {
        double sum = 0;
        for (std::uint32_t term = kMomentTerms.first[moment]; term < kMomentTerms.first[moment + 1]; ++term)
            sum += double(geometry.factors[std::size_t{term} * geometry.paddedColumns() + column]) *
                   weights[kMomentTerms.terms[term].sum];
        EXPECT_NEAR(sum, share * expected[moment], kError) << "moment " << moment << ", column " << column;
    }
}

TEST(Columns, OfACubemapMakeTheHarmonics)
{
    for (const std::uint32_t n : {1u, 2u, 3u, 7u, 64u, 100u, 1023u})
    {
        const Geometry geometry(Shape::cubemap(n), 0, 1);
        for (std::uint32_t column = 0; column < geometry.shape.columns(); ++column)
        {
            const double u = n % 2 == 0 ? (2.0 * column + 1) / n : 2.0 * column / n;
            for (const double v : {0.0, 0.3, 0.9, 1.0})
                expectHarmonics(geometry, column, u, 1, v / std::sqrt(1 + u * u + v * v));
        }
    }
}

TEST(Columns, OfAMapMakeTheHarmonics)
{
    for (const std::uint32_t width : {1u, 2u, 7u, 64u, 1023u})
    {
        const Geometry geometry(Shape::equirect(width, 1));
        for (std::uint32_t column = 0; column < geometry.shape.columns(); ++column)
        {
            const double longitude = std::numbers::pi * (2.0 * column + (width % 2 == 0 ? 1 : 0)) / width;
            for (const double b : {0.0, 0.4, 0.8, 1.0})
                expectHarmonics(geometry, column, std::sin(longitude), std::cos(longitude), b);
        }
    }
}

} // namespace
} // namespace pn
