#pragma once

#include "image.h"
#include "limits.h"

namespace pn::image {

// PNG, JPEG or TGA to RGBA8_SRGB, or to RGBA8 when linear is set.
Image readStb(std::span<const std::byte> file, bool linear, const Limits& limits = {});

} // namespace pn::image
