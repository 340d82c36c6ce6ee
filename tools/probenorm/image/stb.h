#pragma once

#include "image.h"
#include "limits.h"

namespace pn::image {

// PNG, JPEG or TGA to RGBA8_SRGB; 16-bit PNG is reduced to 8 bits.
Image readPng(std::span<const std::byte> file, const Limits& limits = {});
Image readJpeg(std::span<const std::byte> file, const Limits& limits = {});
Image readTga(std::span<const std::byte> file, const Limits& limits = {});

} // namespace pn::image
