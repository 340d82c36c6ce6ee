// What metal balls mirror, and the integral that a prefiltered mip stands for.
#pragma once

#include "picture/cube_picture.h"

namespace pn::cli {

// Where an eye that looks along a side sees the world in a mirror with these normals.
Texels mirrored(BallSide side, const Texels& normals);

// The integral over the sphere of a cube's radiance times the GGX lobe, D(h) n.l with V = N (docs/prefiltering.md).
// Each texel is taken at its middle, and those next to a direction at 4 x 4 places. Shares no code with the library.
Texels ggxAlong(const Texels& radiance, std::uint32_t faceSize, float roughness, const Texels& directions);

} // namespace pn::cli
