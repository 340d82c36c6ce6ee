#pragma once

#include "api/boundary.h"
#include "core/backend.h"
#include "core/sh/conventions.h"
#include "core/sh/rotate.h"
#include "core/sh/sh.h"

#include <cmath>

// Reads and checks the inputs of a caller. A bad input throws Error with the argument's name in the message.
namespace pn::api {

// A set of coefficients; name is the argument's.
ShSet readSh(const PnSh* sh, const char* name = "sh");
ShSet readFiniteSh(const PnSh* sh, const char* name = "sh");

// Directions x y z, one after the other, must have length 1, to 1e-3.
void checkDirections(const float* directions, std::size_t count, const char* name = "directions");

// One of them, normalized to length 1.
inline Vec3 unitDirection(const float* xyz)
{
    const Vec3 d = {xyz[0], xyz[1], xyz[2]};
    return scaled(d, 1.0 / std::sqrt(dot(d, d)));
}

// An orthogonal matrix, row by row.
Mat3 readMatrix(const float* matrix);

// Checks the convention, and that it holds a set of this many bands in this many floats.
const Convention& readConvention(PnConvention convention, std::uint32_t bands, std::uint32_t floatCount);
Mat3 readAxes(PnAxes axes);

// NULL means all defaults. Fields that are 0 get their default values.
PnProjectOptions readOptions(const PnProjectOptions* options);
inline constexpr std::size_t kFirstNormalizationSize = 48; // before version was appended
PnNormalization readNormalization(const PnNormalization* normalization);

ProjectSettings toSettings(const PnProjectOptions& options);

} // namespace pn::api
