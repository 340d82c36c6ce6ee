#include "core/kernel/geometry.h"

#include "core/kernel/moments.h"
#include "core/sh/trigonometry.h"

#include <array>
#include <cmath>
#include <numbers>

namespace pn {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kLeastFactor = 0x1p-40; // what is nearer to zero counts for nothing in a float

// Distance of row or column i from the centre of a face of n texels, where the face's edge is at 1.
double offset(std::uint32_t i, std::uint32_t n)
{
    return n % 2 == 0 ? (2.0 * i + 1.0) / n : 2.0 * i / n;
}

// Lengths of the vectors to the texel corners along one line of constant v, from the centre column's inner edge on.
std::vector<double> cornerLengths(std::uint32_t columns, std::uint32_t n, double v)
{
    std::vector<double> lengths(columns + 1);
    for (std::uint32_t i = 0; i <= columns; ++i)
    {
        const double u = offset(i, n) - 1.0 / n;
        lengths[i] = std::sqrt(1.0 + u * u + v * v);
    }
    return lengths;
}

void fillCubemapRow(const Shape& shape, std::uint32_t row, float* weight, float* cosine)
{
    const std::uint32_t n = shape.width;
    const double v = offset(row, n);
    const double v0 = v - 1.0 / n, v1 = v + 1.0 / n;
    const auto inner = cornerLengths(shape.columns(), n, v0), outer = cornerLengths(shape.columns(), n, v1);
    const double mean = 4.0 * kPi / (6.0 * n * n);
    const double share = shape.isCentreRow(row) ? 0.5 : 1.0;
    for (std::uint32_t i = 0; i < shape.columns(); ++i)
    {
        const double u = offset(i, n);
        const TexelCorners corners{u - 1.0 / n, u + 1.0 / n, v0, v1, inner[i], inner[i + 1], outer[i], outer[i + 1]};
        // All texels of a face with 1 or 2 texels per side are alike. Their corners are too far apart for the series.
        const double relative = n <= 2 ? 1.0 : solidAngle(corners, 4.0 / (double(n) * n)) / mean;
        weight[i] = float(Geometry::kMeanWeight * share * relative);
        cosine[i] = float(1.0 / std::sqrt(1.0 + u * u + v * v));
    }
}

// A row between two latitudes has the solid angle 2 pi (sin of the upper - sin of the lower) = 4 pi cos(centre)
// sin(half the height).
void fillEquirectRow(const Shape& shape, std::uint32_t row, float* weight, float* cosine)
{
    const std::uint32_t n = shape.height;
    const double latitudeCosine = cosPi(offset(row, n) / 2.0);
    const double share = shape.isCentreRow(row) ? 0.5 : 1.0;
    *weight = float(Geometry::kMeanWeight * share * n * sinPi(0.5 / n) * latitudeCosine);
    *cosine = float(latitudeCosine);
}

struct Interval
{
    double begin, end;
};

// What a texel of the next mip covers of one texel, along one axis of a face that reaches from -1 to 1.
Interval overlap(std::uint32_t sourceSize, std::uint32_t target, std::uint32_t tap)
{
    const std::uint32_t targetSize = sourceSize / 2;
    const double n = sourceSize, m = targetSize;
    const std::uint32_t source = 2 * target + tap;
    const double begin = (2.0 * source - n) / n, end = (2.0 * (source + 1) - n) / n;
    if (sourceSize % 2 == 0)
        return {begin, end};
    return {std::max(begin, (2.0 * target - m) / m), std::min(end, (2.0 * (target + 1) - m) / m)};
}

double lengthTo(double u, double v)
{
    return std::sqrt(1.0 + u * u + v * v);
}

double coveredSolidAngle(const Interval& u, const Interval& v)
{
    const TexelCorners corners{u.begin,
                               u.end,
                               v.begin,
                               v.end,
                               lengthTo(u.begin, v.begin),
                               lengthTo(u.end, v.begin),
                               lengthTo(u.begin, v.end),
                               lengthTo(u.end, v.end)};
    return solidAngle(corners, (u.end - u.begin) * (v.end - v.begin));
}

} // namespace

Geometry::Geometry(const Shape& theShape, std::uint32_t begin, std::uint32_t end) : shape(theShape), rowBegin(begin)
{
    rowStride = perTexel() ? paddedColumns() : 1;
    weight.resize(std::size_t(end - begin) * rowStride);
    cosine.resize(weight.size());
    for (std::uint32_t row = begin; row < end; ++row)
    {
        const std::size_t at = std::size_t(row - begin) * rowStride;
        (perTexel() ? fillCubemapRow : fillEquirectRow)(shape, row, &weight[at], &cosine[at]);
    }

    rowPosition.resize(shape.rows());
    for (std::uint32_t row = 0; row < shape.rows(); ++row)
    {
        const std::uint32_t position = 2 * row + (shape.height % 2 == 0 ? 1 : 0);
        rowPosition[row] =
            shape.isCubemap() ? float(position) * reciprocalSize(shape) : float(sinPi(offset(row, shape.height) / 2.0));
    }
    fillFactors();
}

std::uint32_t Geometry::paddedColumns(const Shape& shape)
{
    return (shape.columns() + kPadding - 1) / kPadding * kPadding;
}

void Geometry::fillFactors()
{
    const std::size_t stride = paddedColumns();
    factors.resize(kMaxTerms * stride);
    for (std::uint32_t column = 0; column < shape.columns(); ++column)
    {
        const double u = offset(column, shape.width);
        const ColumnFactors ofColumn = shape.isCubemap() ? columnFactors(u, 1.0) : columnFactors(sinPi(u), cosPi(u));
        const double share = shape.isCentreColumn(column) ? 0.5 : 1.0; // its texels are loaded twice
        for (std::uint32_t term = 0; term < kMaxTerms; ++term)
        {
            const double factor = share * ofColumn[term];
            factors[term * stride + column] = std::abs(factor) < kLeastFactor ? 0.0f : float(factor);
        }
    }
}

MipWeights::MipWeights(std::uint32_t theSourceSize, std::uint32_t begin, std::uint32_t end)
    : sourceSize(theSourceSize), rowBegin(begin), rowEnd(end), rowStride(Shape::cubemap(theSourceSize / 2).columns())
{
    const Shape shape = Shape::cubemap(sourceSize / 2);
    const std::uint32_t count = taps();
    weights.resize(std::size_t{count} * count * tapStride());
    for (std::uint32_t row = begin; row < end; ++row)
        for (std::uint32_t column = 0; column < shape.columns(); ++column)
        {
            std::array<double, std::size_t{kMaxTaps} * kMaxTaps> angles{};
            double sum = 0.0;
            for (std::uint32_t tap = 0; tap < count * count; ++tap)
            {
                // All texels of a face of 2 are alike, and too large for the series.
                angles[tap] = sourceSize == 2 ? 1.0
                                              : coveredSolidAngle(overlap(sourceSize, shape.right(column), tap % count),
                                                                  overlap(sourceSize, shape.bottom(row), tap / count));
                sum += angles[tap];
            }
            for (std::uint32_t tap = 0; tap < count * count; ++tap)
                weights[std::size_t{tap} * tapStride() + std::size_t(row - begin) * rowStride + column] =
                    float(angles[tap] / sum);
        }
}

} // namespace pn
