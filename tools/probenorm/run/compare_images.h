#pragma once

#include "run/input.h"

#include <cstdint>

namespace pn::cli {

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
