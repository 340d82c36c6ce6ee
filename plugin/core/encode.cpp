#include "core/encode.h"

#include "shared/texel.h"

#include <algorithm>
#include <bit>
#include <cstring>

// The twin of shaders/lib/encode.glsl.
namespace pn {
namespace {

constexpr std::uint32_t kLargestHalf = 0x477fe000;    // 65504
constexpr std::uint32_t kLargestFloat11 = 0x477e0000; // 65024
constexpr std::uint32_t kLargestFloat10 = 0x477c0000; // 64512
constexpr std::uint32_t kLargestShared = 0x477f8000;  // 65408 = 511 * 2^7
constexpr std::uint32_t kLeastHalfExponent = 113;     // of 2^-14; below, all have its unit
constexpr std::uint32_t kLeastSharedExponent = 111;   // of 2^-16, which the shared exponent 0 stands for

// A magnitude in units of 2^(exponent - 127 - bits). Added to 2^23 of these units it is rounded to one, to even, and
// the unit's multiple stands in the sum's last bits.
std::uint32_t roundedUnits(std::uint32_t magnitude, std::uint32_t exponent, std::uint32_t bits)
{
    const std::uint32_t large = (exponent + 23 - bits) << 23;
    const float sum = std::bit_cast<float>(magnitude) + std::bit_cast<float>(large);
    return std::bit_cast<std::uint32_t>(sum) - large;
}

// A float of 5 bits of exponent and some of mantissa, without its sign. A mantissa that rounds up to the next power of
// two carries into the exponent by itself.
std::uint32_t smallFloat(std::uint32_t magnitude, std::uint32_t largest, std::uint32_t bits)
{
    magnitude = std::min(magnitude, largest);
    const std::uint32_t exponent = std::max(magnitude >> 23, kLeastHalfExponent);
    return ((exponent - kLeastHalfExponent) << bits) + roundedUnits(magnitude, exponent, bits);
}

std::uint32_t zeroIfNegative(std::uint32_t bits)
{
    return (bits & shared::kSignBit) != 0 ? 0 : bits;
}

std::uint32_t packedFloats(const RgbBits& rgb)
{
    return smallFloat(zeroIfNegative(rgb[0]), kLargestFloat11, 6) |
           smallFloat(zeroIfNegative(rgb[1]), kLargestFloat11, 6) << 11 |
           smallFloat(zeroIfNegative(rgb[2]), kLargestFloat10, 5) << 22;
}

std::uint32_t sharedExponent(const RgbBits& rgb)
{
    RgbBits channels;
    for (std::size_t c = 0; c < 3; ++c)
        channels[c] = std::min(zeroIfNegative(rgb[c]), kLargestShared);
    const std::uint32_t most = std::max({channels[0], channels[1], channels[2]});
    std::uint32_t exponent = std::max(most >> 23, kLeastSharedExponent);
    exponent += roundedUnits(most, exponent, 8) >> 9; // 512 units: one more bit is needed
    const auto units = [&](std::size_t c) { return roundedUnits(channels[c], exponent, 8); };
    return units(0) | units(1) << 9 | units(2) << 18 | (exponent - kLeastSharedExponent) << 27;
}

template <typename T>
void store(std::byte* to, const T& value)
{
    std::memcpy(to, &value, sizeof(value));
}

} // namespace

bool canEncode(PnFormat format)
{
    return format >= PN_FORMAT_RGBA32F && format <= PN_FORMAT_R11G11B10F;
}

std::uint32_t halfBits(std::uint32_t floatBits)
{
    return (floatBits & shared::kSignBit) >> 16 | smallFloat(floatBits & ~shared::kSignBit, kLargestHalf, 10);
}

void encodeTexel(PnFormat format, const RgbBits& rgb, std::uint32_t alpha, std::byte* texel)
{
    switch (format)
    {
    case PN_FORMAT_RGBA32F: return store(texel, std::array{rgb[0], rgb[1], rgb[2], alpha});
    case PN_FORMAT_RGB32F: return store(texel, rgb);
    case PN_FORMAT_RGBA16F:
        return store(texel, std::array{halfBits(rgb[0]) | halfBits(rgb[1]) << 16, halfBits(rgb[2]) | alpha << 16});
    case PN_FORMAT_RGB9E5: return store(texel, sharedExponent(rgb));
    default: return store(texel, packedFloats(rgb));
    }
}

} // namespace pn
