#pragma once

#include "image/texels/image.h"

namespace pn::image {

// The same texels as RGBA16F, rounded to nearest even, the largest where they are too large; or as RGBA32F. Alpha
// becomes 1 where there was none.
Image toHalf(const Image& image);
Image toFloat(const Image& image);

} // namespace pn::image
