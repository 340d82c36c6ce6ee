#include "core/sh/evaluate.h"

#include "core/sh/basis.h"

#include <algorithm>

namespace pn {
namespace {

template <std::uint32_t kBands, typename Number>
std::array<Number, 3> evaluateBands(const ShSet& set, const Number& x, const Number& y, const Number& z)
{
    const auto basis = evaluateFirst<kBands>(x, y, z);
    std::array<Number, 3> sum{};
    for (std::size_t i = 0; i < basis.size(); ++i)
        for (std::size_t c = 0; c < 3; ++c)
            sum[c] += set.rgb[i][c] * basis[i];
    return sum;
}

template <std::uint32_t kBands>
void evaluateLanes(const ShSet& set, std::span<const Vec3> directions, Rgb* out)
{
    for (; !directions.empty(); directions = directions.subspan(std::min(kLanes, directions.size())))
    {
        const std::size_t count = std::min(kLanes, directions.size());
        Lanes x{}, y{}, z{};
        for (std::size_t i = 0; i < count; ++i)
        {
            x[i] = directions[i].x;
            y[i] = directions[i].y;
            z[i] = directions[i].z;
        }
        const std::array<Lanes, 3> sum = evaluateBands<kBands>(set, x, y, z);
        for (std::size_t i = 0; i < count; ++i)
            *out++ = {sum[0][i], sum[1][i], sum[2][i]};
    }
}

} // namespace

ShSet convolveWithCosine(const ShSet& radiance)
{
    return scaleBands(radiance, kCosineLobe);
}

Rgb evaluate(const ShSet& set, const Vec3& d)
{
    switch (set.bands)
    {
    case 1: return evaluateBands<1>(set, d.x, d.y, d.z);
    case 2: return evaluateBands<2>(set, d.x, d.y, d.z);
    case 3: return evaluateBands<3>(set, d.x, d.y, d.z);
    case 4: return evaluateBands<4>(set, d.x, d.y, d.z);
    default: return evaluateBands<5>(set, d.x, d.y, d.z);
    }
}

void evaluateAll(const ShSet& set, std::span<const Vec3> directions, Rgb* out)
{
    switch (set.bands)
    {
    case 1: return evaluateLanes<1>(set, directions, out);
    case 2: return evaluateLanes<2>(set, directions, out);
    case 3: return evaluateLanes<3>(set, directions, out);
    case 4: return evaluateLanes<4>(set, directions, out);
    default: return evaluateLanes<5>(set, directions, out);
    }
}

LobeWeights cosineLobe()
{
    return {kCosineLobe[0], kCosineLobe[1], kCosineLobe[2]};
}

// With x = n . l and t = 1 - x, D is proportional to 1 / (alpha^2 + (1 - alpha^2) t / 2)^2. Its integral
// y = t / (alpha^2 + (1 - alpha^2) t / 2) runs from 0 to 2 / (1 + alpha^2), and as the variable of the sum it leaves no
// lobe too narrow. Steps shrink towards the far end (1 - y / end = q^3), where t rises steeply for a narrow lobe.
LobeWeights ggxLobe(double roughness)
{
    constexpr int kPoints = 4096;
    const double alpha = roughness * roughness, a2 = alpha * alpha;
    if (a2 == 0.0)
        return {1.0, 1.0, 1.0};
    double sum0 = 0.0, sum1 = 0.0, sum2 = 0.0;
    for (int i = 0; i < kPoints; ++i)
    {
        const double q = (i + 0.5) / kPoints;
        const double y = (1.0 - q * q * q) * 2.0 / (1.0 + a2);
        const double x = 1.0 - a2 * y / (1.0 - 0.5 * (1.0 - a2) * y);
        const double weight = x * q * q;
        sum0 += weight;
        sum1 += weight * x;
        sum2 += weight * (1.5 * x * x - 0.5);
    }
    return {1.0, sum1 / sum0, sum2 / sum0};
}

} // namespace pn
