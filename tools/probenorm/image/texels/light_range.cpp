#include "image/texels/light_range.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace pn::image {

namespace {

constexpr LightRange grey(float most, Rgb (*roundDown)(const Rgb&) = nullptr)
{
    return {{most, most, most}, roundDown};
}

// Drops so many bits of the mantissa. Subnormals lose more, and are no light beside a sun.
float withoutBits(float value, int dropped)
{
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(std::max(value, 0.0f)) >> dropped << dropped);
}

Rgb roundDownPacked(const Rgb& texel)
{
    return {withoutBits(texel.r, 17), withoutBits(texel.g, 17), withoutBits(texel.b, 18)};
}

// The largest channel has a mantissa of nine bits, and the others its exponent.
Rgb roundDownShared(const Rgb& texel)
{
    const float most = std::max({texel.r, texel.g, texel.b, 0x1p-14f});
    const float step = std::ldexp(1.0f, std::ilogb(most) - 8);
    const auto down = [step](float value) { return step * std::floor(std::max(value, 0.0f) / step); };
    return {down(texel.r), down(texel.g), down(texel.b)};
}

} // namespace

LightRange lightRangeOf(PnFormat format)
{
    switch (format)
    {
    case PN_FORMAT_RGBA8:
    case PN_FORMAT_RGBA8_SRGB: return grey(1.0f);
    case PN_FORMAT_RGB9E5: return grey(kMostRgb9e5, roundDownShared);
    case PN_FORMAT_R11G11B10F: return {{kMostFloat11, kMostFloat11, kMostFloat10}, roundDownPacked};
    case PN_FORMAT_RGB32F:
    case PN_FORMAT_RGBA32F: return grey(std::numeric_limits<float>::max());
    default: return grey(kMostHalf);
    }
}

} // namespace pn::image
