#pragma once

#include "core/kernel/format.h"

#include "shared/texel.h"

#include <algorithm>
#include <bit>
#include <cstring>

// The twin of shaders/lib/encode.glsl. Inline, for loops over many texels of one format.
namespace pn {
namespace encode_bits {

inline constexpr std::uint32_t kLargestHalf = 0x477fe000;         // 65504
inline constexpr std::uint32_t kLargestFloat11 = 0x477e0000;      // 65024
inline constexpr std::uint32_t kLargestFloat10 = 0x477c0000;      // 64512
inline constexpr std::uint32_t kLargestShared = 0x477f8000;       // 65408 = 511 * 2^7
inline constexpr std::uint32_t kLeastHalfExponent = 0x38800000;   // 2^-14; below, all have its unit
inline constexpr std::uint32_t kLeastSharedExponent = 0x37800000; // 2^-16, which the shared exponent 0 stands for

// A magnitude in units of 2^(e - bits), where exponent holds e as the bits of 2^e. Added to 2^23 of these units it is
// rounded to one, to even, and the unit's multiple stands in the sum's last bits.
inline std::uint32_t roundedUnits(std::uint32_t magnitude, std::uint32_t exponent, std::uint32_t bits)
{
    const std::uint32_t large = exponent + ((23 - bits) << 23);
    const float sum = std::bit_cast<float>(magnitude) + std::bit_cast<float>(large);
    return std::bit_cast<std::uint32_t>(sum) - large;
}

inline std::uint32_t exponentOf(std::uint32_t magnitude, std::uint32_t least)
{
    return std::max(magnitude & shared::kInfinityBits, least);
}

// A float of 5 bits of exponent and some of mantissa, without its sign. A mantissa that rounds up to the next power of
// two carries into the exponent by itself.
inline std::uint32_t smallFloat(std::uint32_t magnitude, std::uint32_t largest, std::uint32_t bits)
{
    magnitude = std::min(magnitude, largest);
    const std::uint32_t exponent = exponentOf(magnitude, kLeastHalfExponent);
    return ((exponent - kLeastHalfExponent) >> (23 - bits)) + roundedUnits(magnitude, exponent, bits);
}

inline std::uint32_t halfMagnitude(std::uint32_t magnitude)
{
    return smallFloat(magnitude, kLargestHalf, 10);
}

inline RgbBits zeroIfNegative(RgbBits rgb)
{
    for (std::uint32_t& bits : rgb)
        bits = (bits & shared::kSignBit) != 0 ? 0 : bits;
    return rgb;
}

inline std::uint32_t packedFloats(const RgbBits& rgb)
{
    return smallFloat(rgb[0], kLargestFloat11, 6) | smallFloat(rgb[1], kLargestFloat11, 6) << 11 |
           smallFloat(rgb[2], kLargestFloat10, 5) << 22;
}

inline std::uint32_t sharedExponent(const RgbBits& rgb)
{
    RgbBits channels;
    for (std::size_t c = 0; c < 3; ++c)
        channels[c] = std::min(rgb[c], kLargestShared);
    const std::uint32_t most = std::max({channels[0], channels[1], channels[2]});
    std::uint32_t exponent = exponentOf(most, kLeastSharedExponent);
    exponent += roundedUnits(most, exponent, 8) >> 9 << 23; // 512 units: one more bit is needed
    const auto units = [&](std::size_t c) { return roundedUnits(channels[c], exponent, 8); };
    return units(0) | units(1) << 9 | units(2) << 18 | (exponent - kLeastSharedExponent) << 4;
}

template <typename T>
void copyTo(std::byte* to, const T& value)
{
    std::memcpy(to, &value, sizeof(value));
}

} // namespace encode_bits

// Which formats a result may have: all but those of 8 bits.
constexpr bool canEncode(PnFormat format)
{
    return format >= PN_FORMAT_RGBA32F && format <= PN_FORMAT_R11G11B10F;
}

inline std::uint32_t halfBits(std::uint32_t floatBits)
{
    return (floatBits & shared::kSignBit) >> 16 | encode_bits::halfMagnitude(floatBits & ~shared::kSignBit);
}

// Three float32 channels as a texel, rounded to nearest even by integer arithmetic and one addition. What is too large
// becomes the format's largest value; negative channels become 0 where the format has no sign. alpha, as the bits of a
// channel of that format, goes where there is one. NaN is not allowed.
inline void encodeTexel(PnFormat format, const RgbBits& rgb, std::uint32_t alpha, std::byte* texel)
{
    switch (format)
    {
    case PN_FORMAT_RGBA32F: return encode_bits::copyTo(texel, std::array{rgb[0], rgb[1], rgb[2], alpha});
    case PN_FORMAT_RGB32F: return encode_bits::copyTo(texel, rgb);
    case PN_FORMAT_RGBA16F:
        return encode_bits::copyTo(
            texel, std::array{halfBits(rgb[0]) | halfBits(rgb[1]) << 16, halfBits(rgb[2]) | alpha << 16});
    case PN_FORMAT_RGB9E5:
        return encode_bits::copyTo(texel, encode_bits::sharedExponent(encode_bits::zeroIfNegative(rgb)));
    default: return encode_bits::copyTo(texel, encode_bits::packedFloats(encode_bits::zeroIfNegative(rgb)));
    }
}

} // namespace pn
