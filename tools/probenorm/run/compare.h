#pragma once

#include "run/input.h"

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

// How far the texels of two environments of one shape are apart.
struct ImageDifference
{
    double maxAbs = 0.0; // of a channel
    TexelPlace worst;
    double rms = 0.0;
    double relativeMse = 0.0;          // mean of (a - b)^2 / ((a^2 + b^2) / 2 + (0.01 mean |a|)^2)
    std::uint64_t nonFiniteTexels = 0; // with a NaN or infinity in either, and not the same in both; not in the means
};

// Throws Failure{InvalidInput} when the shapes differ.
ImageDifference compareImages(const image::Environment& a, const image::Environment& b);

} // namespace pn::cli
