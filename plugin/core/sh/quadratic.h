#pragma once

#include "core/sh/scalar_sh.h"

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

} // namespace pn
