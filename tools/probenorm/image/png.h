#pragma once

#include "image/image.h"
#include "image/limits.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pn::image {

// PNG of any kind: 16-bit channels become RGB32F through the sRGB curve, all others RGBA8_SRGB as they are.
Image readPng(std::span<const std::byte> file, const Limits& limits = {});

// A PNG file of 8-bit sRGB pixels, three bytes each, rows from the top.
std::vector<std::byte> encodePng(std::uint32_t width, std::uint32_t height, std::span<const std::uint8_t> rgb);

} // namespace pn::image
