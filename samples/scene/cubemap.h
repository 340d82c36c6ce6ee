// A cubemap in memory: faces +X -X +Y -Y +Z -Z, row 0 at the top.
#pragma once

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <cstddef>
#include <vector>

namespace scene {

using glm::vec2;
using glm::vec3;

struct Cubemap
{
    explicit Cubemap(int faceSize)
        : size(faceSize), texels(6 * static_cast<std::size_t>(faceSize) * static_cast<std::size_t>(faceSize))
    {
    }

    std::size_t index(int face, int x, int y) const;
    vec3 direction(int face, vec2 position) const; // position in texels from the face's corner
    vec3 nearest(vec3 along) const;
    vec3 bilinear(vec3 along) const; // over the faces' edges, too

    int size;
    std::vector<vec3> texels;
};

} // namespace scene
