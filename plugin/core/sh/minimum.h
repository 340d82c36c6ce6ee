#pragma once

#include "core/sh/scalar_sh.h"

namespace pn {

// The least value over the sphere: exact up to three bands, by eigenvalues; for four and five from a grid and Newton's
// method, to 1e-5 of L00. See docs/normalization.md, section 4.
double findMinimum(const ScalarSh& f);

} // namespace pn
