#pragma once

#include "core/sh/scalar_sh.h"

namespace pn {

// The least value over the sphere. Up to three bands it is exact, by eigenvalues. For four and five bands it comes
// from a grid and Newton's method, accurate to 1e-5 of L00. See docs/normalization.md, section 4.
double findMinimum(const ScalarSh& f);

} // namespace pn
