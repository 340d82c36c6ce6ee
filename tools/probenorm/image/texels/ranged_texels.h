// High dynamic range in four bytes, as engines for browsers pack it: three colours and what multiplies them.
#pragma once

#include "image/texels/texel.h"

#include <array>
#include <cstdint>

namespace pn::image {

using Rgba8 = std::array<std::uint8_t, 4>;

// Babylon.js: (rgb / 255)^2.2 / (a / 255). Negative light is black.
inline constexpr float kMostRgbd = 255.0f;
Rgba8 packRgbd(const Rgb& texel);
Rgb unpackRgbd(const Rgba8& rgba);

// PlayCanvas ("RGBP"): (rgb / 255 (8 - 7 a / 255))^2.
inline constexpr float kMostRgbp = 64.0f;
Rgba8 packRgbp(const Rgb& texel);
Rgb unpackRgbp(const Rgba8& rgba);

} // namespace pn::image
