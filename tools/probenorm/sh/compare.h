#pragma once

#include "probenorm/probenorm.h"

#include <cstdint>

namespace pn::cli {

// How far two sets of coefficients are apart. Bands that only one has count as zero in the other.
struct ShDifference
{
    double maxAbs = 0.0; // of a canonical coefficient
    std::uint32_t worstIndex = 0;
    std::uint32_t worstChannel = 0;
    double relative = 0.0;   // maxAbs over the largest |L00| of both
    double rms = 0.0;        // over all coefficients
    double irradiance = 0.0; // largest difference of E / pi over the sphere, over the largest average E / pi
};

ShDifference compareSh(const PnSh& a, const PnSh& b);

} // namespace pn::cli
