#pragma once

#include "probenorm/probenorm.h"

#include <array>
#include <string>
#include <string_view>

namespace pn::cli {

// --rotate X,Y,Z in degrees: about the x axis first, then y, then z, the axes standing still. Positive angles take
// y to z, z to x and x to y. Row-major, for pnRotateSh().
using Rotation = std::array<float, 9>;

// Throws Failure{CommandLine}.
Rotation parseRotation(std::string_view text);

// Multiples of 90 degrees give exact zeros and ones.
Rotation rotationBy(double x, double y, double z);

// about is for the message only.
void rotateSh(PnSh& sh, const Rotation& rotation, const std::string& about);

} // namespace pn::cli
