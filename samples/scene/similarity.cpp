#include "similarity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace scene {
namespace {

constexpr int kRadius = 5;
constexpr double kDeviation = 1.5;
constexpr double kC1 = 0.01 * 0.01, kC2 = 0.03 * 0.03; // of values from 0 to 1

using Plane = std::vector<double>;

Plane luma(const Picture& picture)
{
    Plane plane;
    for (std::size_t i = 0; i < picture.rgb.size(); i += 3)
        plane.push_back((0.2126 * picture.rgb[i] + 0.7152 * picture.rgb[i + 1] + 0.0722 * picture.rgb[i + 2]) / 255.0);
    return plane;
}

std::array<double, 2 * kRadius + 1> gaussian()
{
    std::array<double, 2 * kRadius + 1> weights{};
    double sum = 0.0;
    for (int i = -kRadius; i <= kRadius; ++i)
        sum += weights[static_cast<std::size_t>(i + kRadius)] = std::exp(-0.5 * i * i / (kDeviation * kDeviation));
    for (double& weight : weights)
        weight /= sum;
    return weights;
}

// Means under the Gaussian along rows, and the result is transposed; twice makes the window. Only whole windows.
Plane blurredAcross(const Plane& plane, std::size_t width)
{
    static const auto weights = gaussian();
    const std::size_t height = plane.size() / width, whole = width - (weights.size() - 1);
    Plane result(whole * height);
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < whole; ++x)
            for (std::size_t i = 0; i < weights.size(); ++i)
                result[x * height + y] += weights[i] * plane[y * width + x + i];
    return result;
}

Plane blurred(const Plane& plane, std::size_t width)
{
    return blurredAcross(blurredAcross(plane, width), plane.size() / width);
}

Plane product(const Plane& a, const Plane& b)
{
    Plane result(a.size());
    std::transform(a.begin(), a.end(), b.begin(), result.begin(), std::multiplies<>());
    return result;
}

} // namespace

double structuralSimilarity(const Picture& a, const Picture& b)
{
    const auto width = static_cast<std::size_t>(a.width);
    const Plane x = luma(a), y = luma(b);
    const Plane meanX = blurred(x, width), meanY = blurred(y, width);
    const Plane meanXX = blurred(product(x, x), width), meanYY = blurred(product(y, y), width),
                meanXY = blurred(product(x, y), width);
    double sum = 0.0;
    for (std::size_t i = 0; i < meanX.size(); ++i)
    {
        const double mx = meanX[i], my = meanY[i];
        const double varianceX = meanXX[i] - mx * mx, varianceY = meanYY[i] - my * my, covariance = meanXY[i] - mx * my;
        sum += (2.0 * mx * my + kC1) * (2.0 * covariance + kC2) /
               ((mx * mx + my * my + kC1) * (varianceX + varianceY + kC2));
    }
    return sum / static_cast<double>(meanX.size());
}

} // namespace scene
