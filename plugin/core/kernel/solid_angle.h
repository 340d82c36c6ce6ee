#pragma once

#include "core/sh/trigonometry.h"

namespace pn {

// A rectangle on the plane at distance 1, with the lengths of the vectors to its corners; first index along u.
struct TexelCorners
{
    double u0, u1, v0, v1;
    double l00, l10, l01, l11;
};

// Half the solid angle of a triangle on that plane with the corners' lengths and their dot products. Van Oosterom and
// Strackee 1983.
inline double halfSolidAngle(double determinant, double la, double lb, double lc, double ab, double bc, double ca)
{
    return atanSmall(determinant / (la * lb * lc + ab * lc + bc * la + ca * lb));
}

// determinant: of both triangles, the rectangle's area. For texels of faces of 3 and more: the series is for small
// ones.
inline double solidAngle(const TexelCorners& t, double determinant)
{
    const double d00d10 = 1.0 + t.u0 * t.u1 + t.v0 * t.v0, d00d01 = 1.0 + t.u0 * t.u0 + t.v0 * t.v1;
    const double d11d10 = 1.0 + t.u1 * t.u1 + t.v0 * t.v1, d11d01 = 1.0 + t.u0 * t.u1 + t.v1 * t.v1;
    const double d10d01 = 1.0 + t.u0 * t.u1 + t.v0 * t.v1;
    return 2.0 * (halfSolidAngle(determinant, t.l00, t.l10, t.l01, d00d10, d10d01, d00d01) +
                  halfSolidAngle(determinant, t.l11, t.l01, t.l10, d11d01, d10d01, d11d10));
}

} // namespace pn
