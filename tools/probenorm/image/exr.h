#pragma once

#include "image/image.h"
#include "image/limits.h"

#include <vector>

namespace pn::image {

// OpenEXR: one flat part with R, G, B or Y channels, any compression. RGBA16F when every channel is half, else RGBA32F.
Image readExr(std::span<const std::byte> file, const Limits& limits = {});

// R, G and B as half where the texels are, else as float; compressed without loss (ZIP).
std::vector<std::byte> encodeExr(const Image& image);

} // namespace pn::image
