#pragma once

#include "image/texels/image.h"
#include "image/texels/limits.h"

#include <span>

namespace pn::image {

// The first page of a TIFF file, grey or RGB, in any compression that libtiff has: 8-bit samples become RGBA8_SRGB,
// 16-bit ones RGB32F through the sRGB curve, half floats RGBA16F, other floats RGB32F. Alpha is dropped.
Image readTiff(std::span<const std::byte> file, const Limits& limits = {});

} // namespace pn::image
