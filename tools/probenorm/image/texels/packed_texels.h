#pragma once

#include "image/texels/image.h"

namespace pn::image {

// The same texels in four bytes each: RGB9E5 or R11G11B10F. Each channel becomes the nearest value that its exponent
// has, the largest where it is too large, and 0 where it is negative or NaN.
Image toPacked(const Image& image, PnFormat format);

} // namespace pn::image
