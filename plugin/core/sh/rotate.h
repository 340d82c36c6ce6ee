#pragma once

#include "core/sh/sh.h"

namespace pn {

struct Mat3
{
    std::array<Vec3, 3> rows{};
};

Vec3 operator*(const Mat3& m, const Vec3& v);
Mat3 transposed(const Mat3& m);

// The largest element of M^T M - I, 0 for an orthogonal matrix and NaN where an element is not finite.
double orthogonalityError(const Mat3& m);

// matrix[i][j]: what harmonic j of an environment gives to harmonic i of the same one turned by m. Elements are
// multiples of 2^-46, so that those of whole quarter turns are exact where they are 0, 1/2 or 1.
using ShMatrix = std::array<std::array<double, kShCount>, kShCount>;
ShMatrix rotationMatrix(const Mat3& m);

// Rotates the environment: the result along m * d is the value of set along d. m is orthogonal to about 1e-4; mirrors
// are allowed.
ShSet rotateSh(const ShSet& set, const Mat3& m);

} // namespace pn
