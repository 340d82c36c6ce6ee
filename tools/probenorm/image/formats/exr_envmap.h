// Environments as OpenEXR's attribute envmap means them (ImfEnvmap.h).
#pragma once

#include "image/texels/image.h"
#include "image/texels/limits.h"

namespace pn::image {

// Faces as GPUs sample them, of a cube as OpenEXR's envmap attribute means it: six faces one below the other, turned in
// its own way, whose outermost texels lie on the cube's edges. Each texel is interpolated between its four neighbours.
Image unfoldExrCube(const Image& picture, const Limits& limits);

// The same for a latitude-longitude map as that attribute means it: longitude falls from left to right, the first and
// the last column are the same meridian, and the first and the last row are the poles. Ours has +X on the right and
// texels' middles half a texel within the edges.
Image unfoldExrLatLong(const Image& picture, const Limits& limits);

// Whether six square faces one below the other are such a cube. There, a direction on an edge has a texel on either
// face, and the two are equal; as GPUs sample faces, these edges differ.
bool areExrFaces(const Image& faces);

} // namespace pn::image
