#include "image/texels/ranged_texels.h"

#include "image/files/cancel.h"

#include <algorithm>
#include <cmath>

namespace pn::image {

namespace {

std::uint8_t byteOf(float share)
{
    return static_cast<std::uint8_t>(std::lround(255.0f * std::clamp(share, 0.0f, 1.0f)));
}

float divisorOf(const Rgb& texel)
{
    return std::clamp(std::floor(255.0f / std::max({texel.r, texel.g, texel.b, 1.0f})), 1.0f, 255.0f);
}

float shareOfRgbd(float value, float divisor)
{
    return std::pow(std::clamp(value * divisor / 255.0f, 0.0f, 1.0f), 1.0f / 2.2f);
}

} // namespace

Rgba8 packRgbd(const Rgb& texel)
{
    const float divisor = divisorOf(texel);
    const auto pack = [divisor](float value) { return byteOf(shareOfRgbd(value, divisor)); };
    return {pack(texel.r), pack(texel.g), pack(texel.b), static_cast<std::uint8_t>(divisor)};
}

Rgb roundDownRgbd(const Rgb& texel)
{
    const float divisor = divisorOf(texel);
    const auto pack = [divisor](float value) {
        return static_cast<std::uint8_t>(255.0f * shareOfRgbd(value, divisor));
    };
    return unpackRgbd({pack(texel.r), pack(texel.g), pack(texel.b), static_cast<std::uint8_t>(divisor)});
}

Rgb unpackRgbd(const Rgba8& rgba)
{
    const float divisor = std::max<float>(rgba[3], 1.0f) / 255.0f;
    const auto unpack = [divisor](std::uint8_t code) { return std::pow(code / 255.0f, 2.2f) / divisor; };
    return {unpack(rgba[0]), unpack(rgba[1]), unpack(rgba[2])};
}

Rgba8 packRgbp(const Rgb& texel)
{
    const float most = std::sqrt(std::clamp(std::max({texel.r, texel.g, texel.b}), 1.0f, kMostRgbp));
    const float alpha = std::floor(255.0f * (8.0f - most) / 7.0f); // so that no colour is above 1
    const float factor = 8.0f - 7.0f * alpha / 255.0f;
    const auto pack = [factor](float value) { return byteOf(std::sqrt(std::max(value, 0.0f)) / factor); };
    return {pack(texel.r), pack(texel.g), pack(texel.b), static_cast<std::uint8_t>(alpha)};
}

Rgb unpackRgbp(const Rgba8& rgba)
{
    const float factor = (8.0f - 7.0f * rgba[3] / 255.0f) / 255.0f;
    const auto unpack = [factor](std::uint8_t code) { return (code * factor) * (code * factor); };
    return {unpack(rgba[0]), unpack(rgba[1]), unpack(rgba[2])};
}

Rgba8 packRgbm(const Rgb& texel)
{
    const float most = std::sqrt(std::clamp(std::max({texel.r, texel.g, texel.b}), 0.0f, kMostRgbm));
    const float alpha = std::max(std::ceil(255.0f * most / 8.0f), 1.0f); // so that no colour is above 1
    const auto pack = [alpha](float value) {
        return byteOf(255.0f * std::sqrt(std::max(value, 0.0f)) / (8.0f * alpha));
    };
    return {pack(texel.r), pack(texel.g), pack(texel.b), static_cast<std::uint8_t>(alpha)};
}

Rgb unpackRgbm(const Rgba8& rgba)
{
    const float factor = 8.0f * rgba[3] / (255.0f * 255.0f);
    const auto unpack = [factor](std::uint8_t code) { return (code * factor) * (code * factor); };
    return {unpack(rgba[0]), unpack(rgba[1]), unpack(rgba[2])};
}

std::vector<std::uint8_t> packTexels(const Image& image, Rgba8 (*pack)(const Rgb&))
{
    std::vector<Rgb> row(image.width);
    std::vector<std::uint8_t> rgba;
    rgba.reserve(sizeof(Rgba8) * image.width * image.height);
    for (std::uint32_t y = 0; y < image.height; ++y)
    {
        throwIfCancelled();
        decodeCleanTexels(image, 0, y, image.width, row.data());
        for (const Rgb& texel : row)
        {
            const Rgba8 packed = pack(texel);
            rgba.insert(rgba.end(), packed.begin(), packed.end());
        }
    }
    return rgba;
}

} // namespace pn::image
