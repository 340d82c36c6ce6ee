#include "core/kernel/mip_weights.h"

#include "core/kernel/solid_angle.h"

#include <array>
#include <cmath>

namespace pn {
namespace {

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
