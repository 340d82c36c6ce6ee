#pragma once

#include "image/texels/image.h"
#include "image/texels/limits.h"

namespace pn::image {

// TGA to RGBA8_SRGB, by stb_image.
Image readTga(std::span<const std::byte> file, const Limits& limits = {});

} // namespace pn::image
