#pragma once

#include "image/texels/image.h"
#include "image/texels/limits.h"

#include <cstdint>

namespace pn::image {

// PlayCanvas' envAtlas (env-lighting.js), 512 x 512 with texels of ranged_texels.h. Mip i of what is sharp, 512 / 2^i
// wide, stands at x = y = 512 - 512 / 2^i; what roughness i / 5 shows, as wide, at x = 0 and the same y; irradiance, 64
// wide, at (128, 384). One texel at each edge goes on beyond the map, so that bilinear filters need no care.
inline constexpr std::uint32_t kAtlasEdge = 512;
inline constexpr std::uint32_t kAtlasMips = 6;

// The largest map of an atlas that was read from a picture.
Image cutAtlas(const Image& picture, const Limits& limits);

} // namespace pn::image
