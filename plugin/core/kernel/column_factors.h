#pragma once

#include "core/kernel/moments.h"

#include <array>

namespace pn {

// The centre of the weights of a column's sums: q = b^2 - kCentre. b^2 is at most 1/2 on a cube and 1 on an
// equirectangular map. Harmonics written in q have small factors, so they do not amplify the rounding of a sum.
inline constexpr float kCentre = 0.375f;

using ColumnFactors = std::array<double, kMaxTerms>;

// The harmonics of a face's frame along one column, where a = s alpha and c = s gamma: harmonic m of (a, b, c) is the
// sum over kMomentTerms of factor * weight, with the weights of moments.h for w = 1.
ColumnFactors columnFactors(double alpha, double gamma);

} // namespace pn
