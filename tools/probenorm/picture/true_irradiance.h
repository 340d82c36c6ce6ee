#pragma once

#include "picture/cube_picture.h"

#include <vector>

namespace pn::cli {

// Luminance of the irradiance / pi that a cube's texels give along each direction, summed over all of them without
// harmonics. Texels are gathered into 32 x 32 cells per face. A cell's light keeps its first moment, so that only cells
// on the horizon of a direction lose anything.
std::vector<float> trueIrradianceAlong(const Texels& radiance, std::uint32_t faceSize, const Texels& directions);

} // namespace pn::cli
