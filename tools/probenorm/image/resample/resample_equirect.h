#pragma once

#include "image/texels/image.h"

namespace pn::image {

// One face (0..5 for +X -X +Y -Y +Z -Z) of a cubemap that shows a latitude-longitude map; faceTexels receives
// faceSize * faceSize RGBA32F texels. resample_equirect.cpp has the mathematics.
void resampleEquirectFace(const Image& map, std::uint32_t face, std::uint32_t faceSize, unsigned threadCount,
                          float* faceTexels);

} // namespace pn::image
