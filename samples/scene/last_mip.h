// A reflection probe's own light as its last mip shows it, in the shapes that engines keep.
#pragma once

#include "cubemap.h"
#include "engine_mips.h"

#include <vector>

namespace scene {

// A square of texels of the octahedral map of Engelhardt and Dachsbacher (2008), read across its edges.
struct Octahedron
{
    Octahedron(int edge, const Cubemap& from); // each texel is that of its centre's direction

    vec3 bilinear(vec3 along) const;

    int size;
    std::vector<vec3> texels;
};

// The last mip of roughness 1: as a cube of 4, 2 and 1 texels along an edge, each filtered for its own texels, as
// octahedra, and as engines make it.
struct LastMips
{
    Cubemap cube4, cube2, cube1;
    Octahedron octahedron6, octahedron2;
    EngineMips engines;
};

} // namespace scene
