#pragma once

#include "core/backend.h"

#include <cstdint>

namespace pn {

// The luminance (Rec. 709) of every texel, rounded to half float (fp16), face by face and row by row. NaN becomes 0,
// and what is larger than the largest half becomes that.
void packLuminance(const ProbeView& cubemap, std::uint16_t* halves);

} // namespace pn
