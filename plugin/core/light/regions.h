#pragma once

#include "core/light/bright_texels.h"

#include <cstdint>
#include <span>
#include <vector>

// The second half: bright texels that touch become regions, and regions that are small, bright and strong enough are
// lights.
namespace pn {

struct LightRegion
{
    std::uint32_t peak = 0;            // index of its brightest texel; the first of several
    std::vector<std::uint32_t> texels; // with the ring of texels around the bright ones, in order
    std::vector<std::uint32_t> rim;    // the texels that touch it, in order
};

struct RegionLimits
{
    double maxSolidAngle = 0.0;
    double minIrradiance = 0.0; // of luminance
};

// A byte per texel that a search for regions works with. It is 0 before and after: a thread keeps it from environment
// to environment, since most texels of most are never touched.
using RegionMarks = std::vector<std::uint8_t>;

// Regions from the brightest peak on. A region is what is connected to its peak and at least 1/8 as bright. Its ring
// holds the texels that the light covers in part.
std::vector<LightRegion> findRegions(const SphereGrid& grid, const LuminanceRows& luminances,
                                     const RegionLimits& limits, RegionMarks& marks);

} // namespace pn
