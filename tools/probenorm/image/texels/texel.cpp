#include "image/texels/texel.h"

#include "image/texels/half_rows.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace pn::image {

namespace {

template <typename T>
T load(const std::byte* bytes)
{
    T value;
    std::memcpy(&value, bytes, sizeof(value));
    return value;
}

// An unsigned float with 5 exponent bits of bias 15, as half has them, in front of mantissaBits bits.
float decodeSmallFloat(std::uint32_t bits, int mantissaBits)
{
    const auto exponent = static_cast<int>(bits >> mantissaBits);
    const std::uint32_t mantissa = bits & ((1u << mantissaBits) - 1u);
    if (exponent == 31)
        return std::bit_cast<float>(0x7F800000u | (mantissa << (23 - mantissaBits)));
    if (exponent == 0)
        return std::ldexp(static_cast<float>(mantissa), -14 - mantissaBits);
    constexpr std::uint32_t kBiasDifference = 127 - 15;
    return std::bit_cast<float>((static_cast<std::uint32_t>(exponent) + kBiasDifference) << 23 |
                                mantissa << (23 - mantissaBits));
}

float decodeHalf(std::uint16_t bits)
{
    const float magnitude = decodeSmallFloat(bits & 0x7FFFu, 10);
    return (bits & 0x8000u) != 0 ? -magnitude : magnitude;
}

float decodeSrgb(std::uint8_t code)
{
    const double value = code / 255.0;
    return static_cast<float>(value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4));
}

template <float (*Decode)(std::uint8_t)>
float fromTable(std::byte code)
{
    static const auto table = [] {
        std::array<float, 256> values{};
        for (unsigned i = 0; i < 256; ++i)
            values[i] = Decode(static_cast<std::uint8_t>(i));
        return values;
    }();
    return table[std::to_integer<std::uint8_t>(code)];
}

float decodeUnorm(std::uint8_t code)
{
    return static_cast<float>(code) / 255.0f;
}

Rgb fromFloats(const std::byte* texel)
{
    return {load<float>(texel), load<float>(texel + 4), load<float>(texel + 8)};
}

Rgb fromSharedExponent(const std::byte* texel)
{
    const auto bits = load<std::uint32_t>(texel);
    const auto scale = std::bit_cast<float>(((bits >> 27) + 127 - 15 - 9) << 23); // 2^(exponent - 24)
    return {static_cast<float>(bits & 511u) * scale, static_cast<float>((bits >> 9) & 511u) * scale,
            static_cast<float>((bits >> 18) & 511u) * scale};
}

Rgb fromPackedFloats(const std::byte* texel)
{
    const auto bits = load<std::uint32_t>(texel);
    return {decodeSmallFloat(bits & 2047u, 6), decodeSmallFloat((bits >> 11) & 2047u, 6),
            decodeSmallFloat(bits >> 22, 5)};
}

template <float (*Decode)(std::uint8_t)>
Rgb fromBytes(const std::byte* texel)
{
    return {fromTable<Decode>(texel[0]), fromTable<Decode>(texel[1]), fromTable<Decode>(texel[2])};
}

float alphaOfFloats(const std::byte* texel)
{
    return load<float>(texel + 12);
}

float alphaOfHalves(const std::byte* texel)
{
    return decodeHalf(load<std::uint16_t>(texel + 6));
}

float alphaOfBytes(const std::byte* texel)
{
    return fromTable<decodeUnorm>(texel[3]);
}

template <auto Decode, typename Value>
void decodeAll(const std::byte* texels, std::uint32_t texelSize, std::uint32_t count, Value* out)
{
    for (std::uint32_t i = 0; i < count; ++i)
        out[i] = Decode(texels + std::size_t{i} * texelSize);
}

// Converts texels by the row and then drops their alpha.
void decodeHalves(const std::byte* texels, std::uint32_t count, Rgb* out)
{
    constexpr std::uint32_t kBatch = 64;
    std::array<float, 4 * kBatch> rgba;
    for (std::uint32_t done = 0; done < count; done += kBatch)
    {
        const std::uint32_t now = std::min(kBatch, count - done);
        halvesToFloats(texels + std::size_t{8} * done, std::size_t{4} * now, rgba.data());
        for (std::uint32_t i = 0; i < now; ++i)
            out[done + i] = {rgba[4 * i], rgba[4 * i + 1], rgba[4 * i + 2]};
    }
}

} // namespace

void decodeRow(PnFormat format, const std::byte* texels, std::uint32_t count, Rgb* out)
{
    const std::uint32_t size = texelBytes(format);
    switch (format)
    {
    case PN_FORMAT_RGBA32F:
    case PN_FORMAT_RGB32F: return decodeAll<fromFloats>(texels, size, count, out);
    case PN_FORMAT_RGBA16F: return decodeHalves(texels, count, out);
    case PN_FORMAT_RGB9E5: return decodeAll<fromSharedExponent>(texels, size, count, out);
    case PN_FORMAT_R11G11B10F: return decodeAll<fromPackedFloats>(texels, size, count, out);
    case PN_FORMAT_RGBA8: return decodeAll<fromBytes<decodeUnorm>>(texels, size, count, out);
    case PN_FORMAT_RGBA8_SRGB: return decodeAll<fromBytes<decodeSrgb>>(texels, size, count, out);
    default: return;
    }
}

void decodeAlphaRow(PnFormat format, const std::byte* texels, std::uint32_t count, float* out)
{
    const std::uint32_t size = texelBytes(format);
    switch (format)
    {
    case PN_FORMAT_RGBA32F: return decodeAll<alphaOfFloats>(texels, size, count, out);
    case PN_FORMAT_RGBA16F: return decodeAll<alphaOfHalves>(texels, size, count, out);
    case PN_FORMAT_RGBA8:
    case PN_FORMAT_RGBA8_SRGB: return decodeAll<alphaOfBytes>(texels, size, count, out);
    default: std::fill_n(out, count, 1.0f);
    }
}

void decodeRgbaRow(PnFormat format, const std::byte* texels, std::uint32_t count, float* out)
{
    if (format == PN_FORMAT_RGBA16F)
    {
        halvesToFloats(texels, std::size_t{4} * count, out);
        return;
    }
    if (format == PN_FORMAT_RGBA32F)
    {
        std::memcpy(out, texels, std::size_t{16} * count);
        return;
    }
    constexpr std::uint32_t kBatch = 64;
    std::array<Rgb, kBatch> colors;
    std::array<float, kBatch> alphas;
    for (std::uint32_t done = 0; done < count; done += kBatch)
    {
        const std::uint32_t now = std::min(kBatch, count - done);
        const std::byte* batch = texels + std::size_t{done} * texelBytes(format);
        decodeRow(format, batch, now, colors.data());
        decodeAlphaRow(format, batch, now, alphas.data());
        for (std::uint32_t i = 0; i < now; ++i, out += 4)
        {
            std::memcpy(out, &colors[i], sizeof(Rgb));
            out[3] = alphas[i];
        }
    }
}

} // namespace pn::image
