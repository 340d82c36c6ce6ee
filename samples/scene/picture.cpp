#include "picture.h"

#include "bsdf.h"
#include "parallel.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <stdexcept>

namespace scene {
namespace {

constexpr double kKey = 0.25;
constexpr double kBlack = 1e-6; // keeps the logarithm finite
constexpr int kGap = 4;         // pixels

// Reinhard et al., "Photographic Tone Reproduction for Digital Images" (2002), for each channel.
float toned(float x)
{
    return x / (1.0f + x);
}

float srgb(float linear)
{
    return linear <= 0.0031308f ? 12.92f * linear : 1.055f * std::pow(linear, 1.0f / 2.4f) - 0.055f;
}

std::uint8_t toByte(float linear)
{
    return static_cast<std::uint8_t>(std::lround(255.0f * std::clamp(srgb(linear), 0.0f, 1.0f)));
}

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

constexpr int kBaseRadius = 5;             // pixels
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
    const float radius = kSpecularRadius + kRoughnessRadius * std::max(surface.roughness, 0.0f);
    return static_cast<int>(std::lround(radius / std::sqrt(std::max(surface.effort, 1.0f))));
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

float exposureFor(const Image& base, const Image& specular)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < base.size(); ++i)
        sum += std::log(kBlack + static_cast<double>(luminance(base[i] + specular[i])));
    return static_cast<float>(kKey / std::exp(sum / static_cast<double>(base.size())));
}

Picture develop(const View& view, const Image& base, const Image& specular, float exposure)
{
    Picture picture{view.width, view.height, {}};
    for (std::size_t i = 0; i < base.size(); ++i)
        for (int c = 0; c < 3; ++c)
            picture.rgb.push_back(toByte(toned(exposure * (base[i][c] + specular[i][c]))));
    return picture;
}

Picture sideBySide(const std::vector<Picture>& pictures)
{
    Picture whole{-kGap, pictures.front().height, {}};
    for (const Picture& picture : pictures)
        whole.width += picture.width + kGap;
    for (int y = 0; y < whole.height; ++y)
        for (const Picture& picture : pictures)
        {
            const auto row = picture.rgb.begin() + 3 * y * picture.width;
            whole.rgb.insert(whole.rgb.end(), row, row + 3 * picture.width);
            if (&picture != &pictures.back())
                whole.rgb.insert(whole.rgb.end(), 3 * kGap, 255);
        }
    return whole;
}

void writePng(const std::filesystem::path& path, const Picture& picture)
{
    if (stbi_write_png(path.string().c_str(), picture.width, picture.height, 3, picture.rgb.data(),
                       3 * picture.width) == 0)
        throw std::runtime_error(path.string() + ": cannot be written");
}

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

Image smoothed(const View& view, const Image& image, Part part, float exposure, unsigned threadCount)
{
    Image result(image.size());
    parallelFor(static_cast<std::size_t>(view.height), threadCount, [&](std::size_t row) {
        for (int x = 0; x < view.width; ++x)
        {
            const std::size_t i = row * static_cast<std::size_t>(view.width) + static_cast<std::size_t>(x);
            const Sample& surface = view.samples[i];
            result[i] = surface.material == kNothing
                            ? image[i]
                            : meanAround(view, image, x, static_cast<int>(row), radiusAt(surface, part), exposure);
        }
    });
    return result;
}

} // namespace scene
