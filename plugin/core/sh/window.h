#pragma once

#include "core/sh/sh.h"

namespace pn {

// The factor of one band (docs/math.md, section 3); 0 from l = width on, but for PN_WINDOW_GAUSS.
// PN_WINDOW_NONE is 1 and ignores the width.
double windowWeight(PnWindow window, double width, std::uint32_t band);

ShSet windowSh(const ShSet& set, PnWindow window, double width);

} // namespace pn
