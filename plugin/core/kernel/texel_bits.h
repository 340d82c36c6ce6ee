#pragma once

#include "core/kernel/format.h"

#include "shared/texel.h"

#include <bit>
#include <cstring>

// The twin of shaders/lib/texel.glsl: decoding and policy, inline for loops over many texels of one format. With a
// constant format the compiler removes most of this code.
namespace pn {
namespace texel_bits {

template <typename T>
T read(const std::byte* from)
{
    T value;
    std::memcpy(&value, from, sizeof(value));
    return value;
}

inline std::uint32_t halfToFloatBits(std::uint32_t half)
{
    const std::uint32_t sign = (half & 0x8000u) << 16;
    const std::uint32_t exponent = half >> 10 & 31u;
    const std::uint32_t mantissa = half & 0x3ffu;
    if (exponent == 31)
        return sign | 0x7f800000u | mantissa << 13;
    if (exponent != 0)
        return sign | (exponent + 112) << 23 | mantissa << 13;
    if (mantissa == 0)
        return sign;
    const auto shift = std::uint32_t(std::countl_zero(mantissa)) - 21; // brings the leading one to bit 10
    return sign | (113 - shift) << 23 | (mantissa << shift & 0x3ffu) << 13;
}

inline RgbBits decodeHalves(const std::byte* texel)
{
    return {halfToFloatBits(read<std::uint16_t>(texel)), halfToFloatBits(read<std::uint16_t>(texel + 2)),
            halfToFloatBits(read<std::uint16_t>(texel + 4))};
}

// Shared exponent: mantissa * 2^(exponent - 24); exact in float32.
inline RgbBits decodeRgb9e5(std::uint32_t word)
{
    const float scale = std::bit_cast<float>(((word >> 27) + 103) << 23);
    const auto channel = [&](std::uint32_t shift) {
        return std::bit_cast<std::uint32_t>(float(word >> shift & 511u) * scale);
    };
    return {channel(0), channel(9), channel(18)};
}

// Three unsigned small floats of a word as halves: they have no sign and fewer mantissa bits.
inline RgbBits smallFloats(std::uint32_t word)
{
    return {(word & 0x7ffu) << 4, word >> 7 & 0x7ff0u, word >> 17 & 0x7fe0u};
}

inline RgbBits decodeR11g11b10f(std::uint32_t word)
{
    const RgbBits halves = smallFloats(word);
    return {halfToFloatBits(halves[0]), halfToFloatBits(halves[1]), halfToFloatBits(halves[2])};
}

inline RgbBits decodeBytes(const std::array<float, 256>& table, std::uint32_t word)
{
    const auto channel = [&](std::uint32_t shift) { return std::bit_cast<std::uint32_t>(table[word >> shift & 255u]); };
    return {channel(0), channel(8), channel(16)};
}

} // namespace texel_bits

// One texel as float32 bits, exact, before any policy. texel need not be aligned.
inline RgbBits decodeTexel(PnFormat format, const std::byte* texel)
{
    using namespace texel_bits;
    switch (format)
    {
    case PN_FORMAT_RGBA32F:
    case PN_FORMAT_RGB32F: return read<RgbBits>(texel);
    case PN_FORMAT_RGBA16F: return decodeHalves(texel);
    case PN_FORMAT_RGB9E5: return decodeRgb9e5(read<std::uint32_t>(texel));
    case PN_FORMAT_R11G11B10F: return decodeR11g11b10f(read<std::uint32_t>(texel));
    case PN_FORMAT_RGBA8: return decodeBytes(unormTable(), read<std::uint32_t>(texel));
    default: return decodeBytes(srgbTable(), read<std::uint32_t>(texel));
    }
}

// The value that takes part in the sum; notes in flags what had to be done to it.
inline std::uint32_t applyPolicy(std::uint32_t bits, const TexelPolicy& policy, TexelFlags& flags)
{
    const std::uint32_t sign = bits & shared::kSignBit;
    std::uint32_t magnitude = bits & ~shared::kSignBit;

    if (magnitude > shared::kInfinityBits)
    {
        flags.nonFinite = true;
        return 0;
    }
    if (magnitude > shared::kLargestBits)
    {
        flags.nonFinite = true;
        magnitude = shared::kReplacementBits;
    }
    if (magnitude < shared::kExactBits) // below 2^-17 some mantissa bits are worth less than 2^-40
    {
        const std::uint32_t exponent = magnitude >> 23;
        magnitude = exponent < shared::kLeastExponent ? 0 : magnitude & ~0u << ((shared::kExactBits >> 23) - exponent);
    }
    if (sign != 0 && magnitude != 0)
    {
        flags.negative = true;
        if (policy.zeroNegative)
            return 0;
    }
    if (magnitude > policy.maximumBits)
    {
        flags.clamped = true;
        magnitude = policy.maximumBits;
    }
    return magnitude == 0 ? 0 : sign | magnitude;
}

} // namespace pn
