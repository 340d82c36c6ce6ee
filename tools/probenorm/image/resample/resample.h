#pragma once

#include "image/formats/environment.h"
#include "image/resample/turn.h"

namespace pn::image {

// The environment as a cubemap of RGBA32F faces. Each texel is the mean of the source over the texel's solid angle, so
// energy is kept at any pair of sizes. NaN counts as 0 and infinity as +-65504, as in the library. A cubemap's alpha is
// averaged in the same way; that of a map becomes 1.
// threadCount 0 is one for each processor; the result does not depend on it.
Environment resampleToCube(const Environment& source, std::uint32_t faceSize, unsigned threadCount = 0);

// The environment as a latitude-longitude map of 2 height x height texels of RGBA32F, alpha 1. Each texel is the mean
// of points spread evenly over it, weighted by solid angle, at least two in each direction for each texel of the
// source. NaN counts as 0 and infinity as +-65504, as in the library. The result does not depend on threadCount. Along
// d it is what the environment is along matrix * d.
Image resampleToMap(const Environment& source, std::uint32_t height, unsigned threadCount = 0,
                    const Matrix& matrix = kIdentity);

// The environment as OpenEXR's attribute envmap means a latitude-longitude map (size rows) or a cube (faces of size).
// Each texel is the mean of points, as above.
Image resampleToExr(const Environment& source, Layout layout, std::uint32_t size, unsigned threadCount = 0);

// Turns mips of six faces one below the other into an octahedral map each, or a cross.
void foldMips(std::vector<Image>& mips, Layout layout, unsigned threadCount = 0);

// PlayCanvas' atlas of kAtlasMips mips of a cubemap and of irradiance over pi.
Image makeAtlas(std::vector<Image> mips, Image irradiance, unsigned threadCount = 0);

} // namespace pn::image
