#pragma once

#include "core/kernel/sh_project.h"

#include <cstdint>

namespace pn {

// The luminance (Rec. 709) of every texel of a face, row by row, rounded to half float (fp16). NaN becomes 0, and a
// luminance above the largest half becomes that.
void packLuminance(const FaceTexels& face, std::uint32_t faceSize, std::uint16_t* halves);

} // namespace pn
