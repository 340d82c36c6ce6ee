#pragma once

#include "image/texels/image.h"

namespace pn::image {

struct Rgb
{
    float r = 0.0f;
    float g = 0.0f;
    float b = 0.0f;
};

// Linear radiance of a row of count texels; alpha is dropped.
void decodeRow(PnFormat format, const std::byte* texels, std::uint32_t count, Rgb* out);

// The same with alpha, which is linear in every format, and 1 in those that have none: four floats per texel.
void decodeRgbaRow(PnFormat format, const std::byte* texels, std::uint32_t count, float* out);

// Alpha of a row of count texels, linear in every format; 1 in those that have none.
void decodeAlphaRow(PnFormat format, const std::byte* texels, std::uint32_t count, float* out);

} // namespace pn::image
