#pragma once

#include "probenorm/probenorm.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

// Texels decoded by the definitions of their formats: powers of two and long double, no bits.
namespace pn::testing {

// A float with a 5-bit exponent of bias 15; sign is +1 or -1.
inline float decodeSmallFloat(std::uint32_t exponent, std::uint32_t mantissa, int mantissaBits, float sign = 1.0f)
{
    if (exponent == 31)
        return mantissa != 0 ? std::numeric_limits<float>::quiet_NaN() : sign * std::numeric_limits<float>::infinity();
    const float fraction = std::ldexp(float(mantissa), -mantissaBits);
    return sign * (exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1.0f + fraction, int(exponent) - 15));
}

inline float decodeHalf(std::uint32_t bits)
{
    return decodeSmallFloat(bits / 1024 % 32, bits % 1024, 10, bits >= 0x8000 ? -1.0f : 1.0f);
}

inline std::array<float, 3> decodeR11g11b10f(std::uint32_t word)
{
    const std::uint32_t r = word % 2048, g = word / 2048 % 2048, b = word / (2048 * 2048);
    return {decodeSmallFloat(r / 64, r % 64, 6), decodeSmallFloat(g / 64, g % 64, 6),
            decodeSmallFloat(b / 32, b % 32, 5)};
}

// The Khronos data format specification: mantissa * 2^(exponent - 15 - 9).
inline std::array<float, 3> decodeRgb9e5(std::uint32_t word)
{
    const int exponent = int(word / (1u << 27)) - 24;
    return {std::ldexp(float(word % 512), exponent), std::ldexp(float(word / 512 % 512), exponent),
            std::ldexp(float(word / (512 * 512) % 512), exponent)};
}

// IEC 61966-2-1.
inline long double srgbToLinear(long double value)
{
    return value <= 0.04045L ? value / 12.92L : std::pow((value + 0.055L) / 1.055L, 2.4L);
}

inline float decodeByte(std::uint32_t byte, bool isSrgb)
{
    const long double value = byte / 255.0L;
    return float(isSrgb ? srgbToLinear(value) : value);
}

inline std::array<float, 3> decode(PnFormat format, const std::byte* texel)
{
    std::array<std::uint16_t, 4> halves{};
    std::array<float, 3> floats{};
    std::uint32_t word = 0;
    std::memcpy(&word, texel, sizeof(word));
    switch (format)
    {
    case PN_FORMAT_RGBA32F:
    case PN_FORMAT_RGB32F: std::memcpy(&floats, texel, sizeof(floats)); return floats;
    case PN_FORMAT_RGBA16F:
        std::memcpy(&halves, texel, sizeof(halves));
        return {decodeHalf(halves[0]), decodeHalf(halves[1]), decodeHalf(halves[2])};
    case PN_FORMAT_RGB9E5: return decodeRgb9e5(word);
    case PN_FORMAT_R11G11B10F: return decodeR11g11b10f(word);
    default:
        for (std::size_t c = 0; c < 3; ++c)
            floats[c] = decodeByte(word >> 8 * c & 255, format == PN_FORMAT_RGBA8_SRGB);
        return floats;
    }
}

} // namespace pn::testing
