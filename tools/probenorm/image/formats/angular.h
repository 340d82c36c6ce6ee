#pragma once

#include "image/texels/image.h"
#include "image/texels/limits.h"

namespace pn::image {

// The latitude-longitude map of an angular map, which is how Debevec's light probes are stored: the whole sphere in the
// circle inside a square, straight ahead (+Z) in the middle, behind all around, the distance from the middle
// proportional to the angle. Texels outside of the circle are not looked at. The map is twice as wide as the square.
Image unfoldAngular(const Image& square, const Limits& limits);

} // namespace pn::image
