#pragma once

#include "image.h"
#include "limits.h"

namespace pn::image {

struct ExrImage
{
    Image image;             // RGBA16F when every channel is half, else RGBA32F
    bool isCubemap = false;  // faces +X -X +Y -Y +Z -Z one below the other, from OpenEXR's "envmap" cube
    bool isEquirect = false; // marked as a latitude-longitude map
};

// OpenEXR: one flat part with R, G, B or Y channels, any compression.
ExrImage readExr(std::span<const std::byte> file, const Limits& limits = {});

} // namespace pn::image
