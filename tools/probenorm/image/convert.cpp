#include "image/convert.h"

#include "image/texel.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace pn::image {

namespace {

constexpr float kLargestHalf = 65504.0f;

std::uint16_t encodeHalf(float value)
{
    if (std::isnan(value))
        return 0;
    const float magnitude = std::min(std::fabs(value), kLargestHalf);
    const int exponent = std::max(magnitude > 0.0f ? std::ilogb(magnitude) : -14, -14);
    // Units of the last place, rounded to even; 2048 of them carry into the exponent by themselves.
    const auto units = static_cast<std::uint32_t>(std::nearbyint(std::ldexp(magnitude, 10 - exponent)));
    const auto bits = (static_cast<std::uint32_t>(exponent + 14) << 10) + units;
    return static_cast<std::uint16_t>(bits | (std::signbit(value) ? 0x8000u : 0u));
}

template <typename Channel, typename Encode>
Image convert(const Image& image, PnFormat format, Encode&& encode)
{
    Image result{format, image.width, image.height,
                 Buffer(std::size_t{image.width} * image.height * texelBytes(format))};
    std::vector<Rgb> row(image.width);
    std::vector<float> alphas(image.width);
    for (std::uint32_t y = 0; y < image.height; ++y)
    {
        decodeRow(image.format, image.row(y), image.width, row.data());
        decodeAlphaRow(image.format, image.row(y), image.width, alphas.data());
        for (std::uint32_t x = 0; x < image.width; ++x)
        {
            const Channel texel[4] = {encode(row[x].r), encode(row[x].g), encode(row[x].b), encode(alphas[x])};
            std::memcpy(result.row(y) + x * sizeof(texel), texel, sizeof(texel));
        }
    }
    return result;
}

} // namespace

Image toHalf(const Image& image)
{
    return convert<std::uint16_t>(image, PN_FORMAT_RGBA16F, encodeHalf);
}

Image toFloat(const Image& image)
{
    return convert<float>(image, PN_FORMAT_RGBA32F, [](float value) { return value; });
}

} // namespace pn::image
