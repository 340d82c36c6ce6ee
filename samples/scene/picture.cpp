#include "picture.h"

#include "bsdf.h"

#include <glm/common.hpp>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>

#include <algorithm>
#include <cmath>
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
    const int edge = view.subpixels;
    Picture picture{view.width / edge, view.height / edge, {}};
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x)
            for (int c = 0; c < 3; ++c)
            {
                float sum = 0.0f;
                for (int i = 0; i < edge * edge; ++i)
                {
                    const auto at = static_cast<std::size_t>((edge * y + i / edge) * view.width + edge * x + i % edge);
                    sum += toned(exposure * (base[at][c] + specular[at][c]));
                }
                picture.rgb.push_back(toByte(sum / static_cast<float>(edge * edge)));
            }
    return picture;
}

Picture mosaic(const std::vector<Picture>& pictures, std::size_t columns)
{
    const int across = static_cast<int>(columns), down = static_cast<int>((pictures.size() + columns - 1) / columns);
    const int width = pictures.front().width, height = pictures.front().height;
    Picture whole{across * (width + kGap) - kGap, down * (height + kGap) - kGap, {}};
    const auto stride = static_cast<std::size_t>(3 * whole.width);
    whole.rgb.assign(stride * static_cast<std::size_t>(whole.height), 255);
    for (std::size_t i = 0; i < pictures.size(); ++i)
    {
        const std::size_t left = (i % columns) * static_cast<std::size_t>(width + kGap);
        const std::size_t top = (i / columns) * static_cast<std::size_t>(height + kGap);
        for (int y = 0; y < height; ++y)
            std::copy_n(pictures[i].rgb.begin() + 3 * y * width, 3 * width,
                        whole.rgb.begin() +
                            static_cast<std::ptrdiff_t>((top + static_cast<std::size_t>(y)) * stride + 3 * left));
    }
    return whole;
}

void writePng(const std::filesystem::path& path, const Picture& picture)
{
    if (stbi_write_png(path.string().c_str(), picture.width, picture.height, 3, picture.rgb.data(),
                       3 * picture.width) == 0)
        throw std::runtime_error(path.string() + ": cannot be written");
}

} // namespace scene
