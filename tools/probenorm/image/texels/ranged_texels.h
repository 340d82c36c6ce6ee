// High dynamic range in four bytes, as engines for browsers pack it: three colours and what multiplies them.
#pragma once

#include "image/texels/image.h"
#include "image/texels/texel.h"

#include <array>
#include <cstdint>
#include <vector>

namespace pn::image {

using Rgba8 = std::array<std::uint8_t, 4>;

// Babylon.js: (rgb / 255)^2.2 / (a / 255). Negative light is black.
inline constexpr float kMostRgbd = 255.0f;
Rgba8 packRgbd(const Rgb& texel);
Rgb unpackRgbd(const Rgba8& rgba);
Rgb roundDownRgbd(const Rgb& texel); // to colours that it holds

// PlayCanvas ("RGBP"): (rgb / 255 (8 - 7 a / 255))^2.
inline constexpr float kMostRgbp = 64.0f;
Rgba8 packRgbp(const Rgb& texel);
Rgb unpackRgbp(const Rgba8& rgba);

// PlayCanvas and Unity ("RGBM"): (8 a / 255 rgb / 255)^2.
inline constexpr float kMostRgbm = 64.0f;
Rgba8 packRgbm(const Rgb& texel);
Rgb unpackRgbm(const Rgba8& rgba);

// All texels of an image, row by row.
std::vector<std::uint8_t> packTexels(const Image& image, Rgba8 (*pack)(const Rgb&));

} // namespace pn::image
