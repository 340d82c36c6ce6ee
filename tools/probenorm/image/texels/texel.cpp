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

// An unsigned float with 5 exponent bits of bias 15, as half has them, in front of the mantissa's bits. Both ways are
// computed, because a branch is often predicted wrongly.
template <int kMantissaBits>
float decodeSmallFloat(std::uint32_t bits)
{
    constexpr std::uint32_t kBiasDifference = 127 - 15;
    constexpr float kSubnormalStep = 0x1p-14f / (1 << kMantissaBits);
    const std::uint32_t exponent = bits >> kMantissaBits;
    const std::uint32_t added = exponent == 31 ? 2 * kBiasDifference : kBiasDifference; // 31 becomes 255
    const float normal = std::bit_cast<float>((bits << (23 - kMantissaBits)) + (added << 23));
    const float subnormal = static_cast<float>(bits) * kSubnormalStep;
    return exponent == 0 ? subnormal : normal;
}

float decodeSrgb(std::uint8_t code)
{
    return static_cast<float>(linearOfSrgb(code / 255.0));
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

// A texel with alpha, and what is kept of it.
struct Rgba
{
    Rgb rgb;
    float alpha = 1.0f;

    operator Rgb() const { return rgb; }
};

Rgba fromThreeFloats(const std::byte* texel)
{
    return {{load<float>(texel), load<float>(texel + 4), load<float>(texel + 8)}};
}

Rgba fromFourFloats(const std::byte* texel)
{
    return {fromThreeFloats(texel), load<float>(texel + 12)};
}

Rgba fromSharedExponent(const std::byte* texel)
{
    const auto bits = load<std::uint32_t>(texel);
    const auto scale = std::bit_cast<float>(((bits >> 27) + 127 - 15 - 9) << 23); // 2^(exponent - 24)
    return {{static_cast<float>(bits & 511u) * scale, static_cast<float>((bits >> 9) & 511u) * scale,
             static_cast<float>((bits >> 18) & 511u) * scale}};
}

inline Rgba fromPackedFloats(const std::byte* texel)
{
    const auto bits = load<std::uint32_t>(texel);
    return {{decodeSmallFloat<6>(bits & 2047u), decodeSmallFloat<6>((bits >> 11) & 2047u),
             decodeSmallFloat<5>(bits >> 22)}};
}

template <float (*Decode)(std::uint8_t)>
Rgba fromBytes(const std::byte* texel)
{
    return {{fromTable<Decode>(texel[0]), fromTable<Decode>(texel[1]), fromTable<Decode>(texel[2])},
            fromTable<decodeUnorm>(texel[3])};
}

template <auto Decode, typename Texel>
void decodeAll(PnFormat format, const std::byte* texels, std::uint32_t count, Texel* out)
{
    const std::size_t size = texelBytes(format);
    for (std::uint32_t i = 0; i < count; ++i)
        out[i] = Decode(texels + i * size);
}

// All formats but halves, which are converted by the row.
template <typename Texel>
void decodeTexels(PnFormat format, const std::byte* texels, std::uint32_t count, Texel* out)
{
    switch (format)
    {
    case PN_FORMAT_RGBA32F: return decodeAll<fromFourFloats>(format, texels, count, out);
    case PN_FORMAT_RGB32F: return decodeAll<fromThreeFloats>(format, texels, count, out);
    case PN_FORMAT_RGB9E5: return decodeAll<fromSharedExponent>(format, texels, count, out);
    case PN_FORMAT_R11G11B10F: return decodeAll<fromPackedFloats>(format, texels, count, out);
    case PN_FORMAT_RGBA8: return decodeAll<fromBytes<decodeUnorm>>(format, texels, count, out);
    case PN_FORMAT_RGBA8_SRGB: return decodeAll<fromBytes<decodeSrgb>>(format, texels, count, out);
    default: return;
    }
}

} // namespace

double linearOfSrgb(double code)
{
    return code <= 0.04045 ? code / 12.92 : std::pow((code + 0.055) / 1.055, 2.4);
}

void decodeRow(PnFormat format, const std::byte* texels, std::uint32_t count, Rgb* out)
{
    if (format != PN_FORMAT_RGBA16F)
        return decodeTexels(format, texels, count, out);
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

void decodeRgbaRow(PnFormat format, const std::byte* texels, std::uint32_t count, float* out)
{
    if (format == PN_FORMAT_RGBA16F)
        halvesToFloats(texels, std::size_t{4} * count, out);
    else if (format == PN_FORMAT_RGBA32F)
        std::memcpy(out, texels, std::size_t{16} * count);
    else
        decodeTexels(format, texels, count, reinterpret_cast<Rgba*>(out));
}

} // namespace pn::image
