#pragma once

#include "image/texels/image.h"

#include <glm/vec3.hpp>

#include <cmath>

namespace pn::image {

struct Rgb
{
    float r = 0.0f;
    float g = 0.0f;
    float b = 0.0f;
};

// Linear light of an sRGB code from 0 to 1, by IEC 61966-2-1.
double linearOfSrgb(double code);

// Linear radiance of a row of count texels; alpha is dropped.
void decodeRow(PnFormat format, const std::byte* texels, std::uint32_t count, Rgb* out);

// The same with alpha, which is linear in every format, and 1 in those that have none: four floats per texel.
void decodeRgbaRow(PnFormat format, const std::byte* texels, std::uint32_t count, float* out);

using DRgb = glm::dvec3; // sums of radiance

inline DRgb operator*(const Rgb& a, double s)
{
    return {a.r * s, a.g * s, a.b * s};
}

// One bad texel must not spoil a whole face: the library's rule for NaN and infinities.
inline float cleanChannel(float value)
{
    if (std::isnan(value))
        return 0.0f;
    return std::abs(value) > 0x1p64f ? std::copysign(65504.0f, value) : value;
}

// count texels from column x of row y on.
inline void decodeCleanTexels(const Image& image, std::uint32_t x, std::uint32_t y, std::uint32_t count, Rgb* out)
{
    decodeRow(image.format, image.row(y) + std::size_t{x} * texelBytes(image.format), count, out);
    for (std::uint32_t i = 0; i < count; ++i)
        out[i] = {cleanChannel(out[i].r), cleanChannel(out[i].g), cleanChannel(out[i].b)};
}

inline void storeRgba(const DRgb& rgb, float* out)
{
    out[0] = static_cast<float>(rgb.r);
    out[1] = static_cast<float>(rgb.g);
    out[2] = static_cast<float>(rgb.b);
    out[3] = 1.0f;
}

} // namespace pn::image
