#pragma once

#include "image.h"
#include "limits.h"

namespace pn::image {

// One mip of a texture container.
struct Container
{
    bool isCubemap = false;
    std::uint32_t mipCount = 1;
    Image image; // a cubemap's faces +X -X +Y -Y +Z -Z stand one below the other
};

} // namespace pn::image
