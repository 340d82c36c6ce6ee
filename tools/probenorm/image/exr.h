#pragma once

#include "image.h"
#include "limits.h"

namespace pn::image {

// OpenEXR: one flat part with R, G, B or Y channels, any compression. RGBA16F when every channel is half, else RGBA32F.
Image readExr(std::span<const std::byte> file, const Limits& limits = {});

} // namespace pn::image
