#pragma once

#include "core/sh.h"

namespace pn::api {

// A caller's set and directions, checked; name is what messages call them.
ShSet readSh(const PnSh* sh, const char* name = "sh");
ShSet readFiniteSh(const PnSh* sh, const char* name = "sh");
PnSh firstBands(const PnSh& sh, std::uint32_t bands); // at most so many
Vec3 unitDirection(const float* xyz, const char* name = "directions");

} // namespace pn::api
