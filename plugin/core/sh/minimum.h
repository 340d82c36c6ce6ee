#pragma once

#include "core/sh/sh.h"

namespace pn {

// Up to three bands as a polynomial of a unit direction: constant + linear . d + d^T matrix d. The matrix is symmetric
// and has no trace. See docs/normalization.md, section 4.
struct Quadratic
{
    double constant = 0.0;
    Vec3 linear;
    double xx = 0.0, yy = 0.0, zz = 0.0, xy = 0.0, yz = 0.0, xz = 0.0;
};

Quadratic toQuadratic(const ScalarSh& f); // bands beyond the third are left out

// The least value on the unit sphere, to rounding.
double minimumOnSphere(const Quadratic& q);

// The least value over the sphere. Up to three bands it is exact, by eigenvalues. For four and five bands it comes
// from a grid and Newton's method, accurate to 1e-5 of L00. See docs/normalization.md, section 4.
double findMinimum(const ScalarSh& f);

} // namespace pn
