#pragma once

#include "image/texels/image.h"
#include "image/texels/limits.h"

namespace pn::image {

// JPEG to RGBA8_SRGB. Baseline and progressive files of one, three or four components, at most 100 scans.
Image readJpeg(std::span<const std::byte> file, const Limits& limits = {});

} // namespace pn::image
