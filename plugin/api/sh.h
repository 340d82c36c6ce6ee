#pragma once

#include "core/sh.h"

namespace pn::api {

// A caller's set and directions, checked; name is what messages call them.
ShSet readSh(const PnSh* sh, const char* name = "sh");
ShSet readFiniteSh(const PnSh* sh, const char* name = "sh");
Vec3 unitDirection(const float* xyz, const char* name = "directions");

} // namespace pn::api
