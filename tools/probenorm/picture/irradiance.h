// The irradiance that an environment gives, by the integral over its texels. Coefficients have no part in it.
#pragma once

#include "picture/cube_picture.h"

namespace pn::cli {

// How finely the integral is taken.
struct IrradianceGrid
{
    std::uint32_t cells;   // at most, along the edge of a face; the light of a cell's texels is summed first
    std::uint32_t threads; // 0: one for each processor
};

// Of one picture that a person looks at, and of those of a report, which may have thousands.
inline constexpr IrradianceGrid kFineIrradiance{32, 0}, kQuickIrradiance{8, 1};

// Irradiance / pi along each direction: the sum over a cube's texels of radiance times solid angle times the clamped
// cosine, over pi. A cell keeps the first moment of its light, so that only cells on the horizon of a direction lose
// anything.
Texels trueIrradianceAlong(const Texels& radiance, std::uint32_t faceSize, const Texels& directions,
                           const IrradianceGrid& grid = kFineIrradiance);

// The same for all texels of a cube with faces of size, in half of the time.
Texels trueIrradianceOfCube(const Texels& radiance, std::uint32_t faceSize, std::uint32_t size,
                            const IrradianceGrid& grid = kFineIrradiance);

} // namespace pn::cli
