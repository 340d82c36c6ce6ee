#pragma once

#include "image/formats/environment.h"

namespace pn::image {

// The environment as a cubemap of RGBA32F faces. Each texel is the mean of the source over the texel's solid angle, so
// energy is kept at any pair of sizes. NaN counts as 0 and infinity as +-65504, as in the library. A cubemap's alpha is
// averaged in the same way; that of a map becomes 1.
// threadCount 0 is one for each processor; the result does not depend on it.
Environment resampleToCube(const Environment& source, std::uint32_t faceSize, unsigned threadCount = 0);

} // namespace pn::image
