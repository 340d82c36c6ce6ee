#include "smooth.h"

#include "bsdf.h"
#include "parallel.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace scene {
namespace {

constexpr int kBaseRadius = 5;             // subpixels
constexpr float kSpecularRadius = 2.0f;    // of a mirror
constexpr float kRoughnessRadius = 4.0f;   // more for a roughness of 1
constexpr float kLeastCosine = 0.97f;      // between normals
constexpr float kMostDistance = 0.02f;     // metres, from the tangent plane
constexpr float kDeviationOfRadius = 0.5f; // of the Gaussian

bool isSameSurface(const Sample& a, const Sample& b)
{
    return a.material == b.material && glm::dot(a.normal, b.normal) > kLeastCosine &&
           std::fabs(glm::dot(a.normal, b.position - a.position)) < kMostDistance;
}

int radiusAt(const Sample& surface, Part part)
{
    if (part == Part::Base)
        return kBaseRadius;
    return static_cast<int>(std::lround(kSpecularRadius + kRoughnessRadius * std::max(surface.roughness, 0.0f)));
}

vec3 meanAround(const View& view, const Image& image, int x, int y, int radius, float exposure)
{
    const Sample& center = view.samples[static_cast<std::size_t>(y * view.width + x)];
    const float deviation = kDeviationOfRadius * static_cast<float>(std::max(radius, 1));
    vec3 sum(0.0f);
    float weights = 0.0f;
    for (int row = std::max(0, y - radius); row <= std::min(view.height - 1, y + radius); ++row)
        for (int column = std::max(0, x - radius); column <= std::min(view.width - 1, x + radius); ++column)
        {
            const auto i = static_cast<std::size_t>(row * view.width + column);
            if (!isSameSurface(center, view.samples[i]))
                continue;
            const auto distance2 = static_cast<float>((row - y) * (row - y) + (column - x) * (column - x));
            const float weight =
                std::exp(-0.5f * distance2 / (deviation * deviation)) / (1.0f + exposure * luminance(image[i]));
            sum += weight * image[i];
            weights += weight;
        }
    return sum / weights;
}

} // namespace

Image smoothed(const View& view, const Image& image, Part part, float exposure, unsigned threadCount)
{
    Image result(image.size());
    parallelFor(static_cast<std::size_t>(view.height), threadCount, [&](std::size_t row) {
        for (int x = 0; x < view.width; ++x)
        {
            const std::size_t i = row * static_cast<std::size_t>(view.width) + static_cast<std::size_t>(x);
            const Sample& surface = view.samples[i];
            if (surface.material != kNothing)
                result[i] = meanAround(view, image, x, static_cast<int>(row), radiusAt(surface, part), exposure);
        }
    });
    return result;
}

} // namespace scene
