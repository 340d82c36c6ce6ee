#pragma once

#include "image.h"

namespace pn::image {

struct Rgb
{
    float r = 0.0f;
    float g = 0.0f;
    float b = 0.0f;
};

// Linear radiance of one texel; alpha is dropped.
Rgb decodeTexel(PnFormat format, const std::byte* texel) noexcept;

// The same for a row of count texels.
void decodeRow(PnFormat format, const std::byte* texels, std::uint32_t count, Rgb* out) noexcept;

} // namespace pn::image
