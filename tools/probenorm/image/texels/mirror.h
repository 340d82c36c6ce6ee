#pragma once

#include "image/texels/image.h"

namespace pn::image {

// Left and right change places.
void mirrorRows(Image& image);

} // namespace pn::image
