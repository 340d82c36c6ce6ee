#include "image/texels/packed_texels.h"

#include "image/files/cancel.h"
#include "image/texels/light_range.h"
#include "image/texels/texel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

namespace pn::image {

namespace {

float bounded(float value, float most)
{
    return value > 0.0f ? std::min(value, most) : 0.0f; // NaN is not above 0
}

// As EXT_texture_shared_exponent chooses the exponent: the least with which no mantissa has more than 9 bits.
std::uint32_t toSharedExponent(const Rgb& rgb)
{
    constexpr float kMost = kMostRgb9e5;
    const float r = bounded(rgb.r, kMost), g = bounded(rgb.g, kMost), b = bounded(rgb.b, kMost);
    const float most = std::max({r, g, b});
    int exponent = std::max(-16, most > 0.0f ? std::ilogb(most) : -16) + 16;
    const auto mantissa = [&exponent](float value) {
        return static_cast<std::uint32_t>(std::floor(std::ldexp(value, 24 - exponent) + 0.5f));
    };
    if (mantissa(most) == 512)
        ++exponent;
    return mantissa(r) | mantissa(g) << 9 | mantissa(b) << 18 | static_cast<std::uint32_t>(exponent) << 27;
}

// An unsigned float with 5 exponent bits of bias 15 before the mantissa's bits, rounded to nearest even.
template <int kMantissaBits>
std::uint32_t toSmallFloat(float value)
{
    constexpr float kMost = kMantissaBits == 6 ? kMostFloat11 : kMostFloat10;
    value = bounded(value, kMost);
    if (value < 0x1p-14f)
        return static_cast<std::uint32_t>(std::nearbyint(std::ldexp(value, 14 + kMantissaBits)));
    constexpr int kDropped = 23 - kMantissaBits;
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t rounded = bits + (1u << (kDropped - 1)) - 1 + ((bits >> kDropped) & 1u);
    return (rounded >> kDropped) - ((127u - 15u) << kMantissaBits);
}

std::uint32_t toPackedFloats(const Rgb& rgb)
{
    return toSmallFloat<6>(rgb.r) | toSmallFloat<6>(rgb.g) << 11 | toSmallFloat<5>(rgb.b) << 22;
}

} // namespace

Image toPacked(const Image& image, PnFormat format)
{
    const auto pack = format == PN_FORMAT_RGB9E5 ? toSharedExponent : toPackedFloats;
    Image result = makeImage(format, image.width, image.height);
    std::vector<Rgb> row(image.width);
    for (std::uint32_t y = 0; y < image.height; ++y)
    {
        throwIfCancelled();
        decodeRow(image.format, image.row(y), image.width, row.data());
        for (std::uint32_t x = 0; x < image.width; ++x)
        {
            const std::uint32_t texel = pack(row[x]);
            std::memcpy(result.row(y) + std::size_t{4} * x, &texel, sizeof(texel));
        }
    }
    return result;
}

} // namespace pn::image
