// The light that texels of a file hold.
#pragma once

#include "image/texels/image.h"
#include "image/texels/texel.h"

#include <algorithm>

namespace pn::image {

// The largest values of RGBA16F and BC6H, RGB9E5, and R11G11B10F: red and green, and blue.
inline constexpr float kMostHalf = 65504.0f;
inline constexpr float kMostRgb9e5 = 65408.0f;
inline constexpr float kMostFloat11 = 65024.0f;
inline constexpr float kMostFloat10 = 64512.0f;

struct LightRange
{
    Rgb most; // of each channel

    // The texel rounded down to values that the file holds as they are. Null where the nearest values are within .1 %.
    Rgb (*roundDown)(const Rgb&) = nullptr;

    float largest() const { return std::max({most.r, most.g, most.b}); }
    float least() const { return std::min({most.r, most.g, most.b}); } // of the coarsest channel
    bool holds(const Rgb& texel) const { return texel.r <= most.r && texel.g <= most.g && texel.b <= most.b; }
};

// The range of any format, also of those that only files have (convert.h, bc6h.h). 32-bit floats have no limit.
LightRange lightRangeOf(PnFormat format);

} // namespace pn::image
