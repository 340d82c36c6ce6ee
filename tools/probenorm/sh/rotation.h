#pragma once

#include "probenorm/probenorm.h"

#include <array>
#include <string>
#include <string_view>

namespace pn::cli {

// --rotate X,Y,Z: about the x axis first, then y, then z, the axes standing still. Positive angles take y to z, z to x
// and x to y.
using Degrees = std::array<float, 3>;

// Row-major, for pnRotateSh().
using Rotation = std::array<float, 9>;

// Throws Failure{CommandLine}.
Degrees parseDegrees(std::string_view text);

// Multiples of 90 degrees give exact zeros and ones.
Rotation rotationBy(const Degrees& degrees);

// first, and then second.
Rotation product(const Rotation& second, const Rotation& first);

// What undoes it.
Rotation inverseOf(const Rotation& rotation);

// about is for the message only.
void rotateSh(PnSh& sh, const Rotation& rotation, const std::string& about);

} // namespace pn::cli
