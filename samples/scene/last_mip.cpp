#include "last_mip.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <cmath>

namespace scene {
namespace {

vec2 signsOf(vec2 v)
{
    return {v.x < 0.0f ? -1.0f : 1.0f, v.y < 0.0f ? -1.0f : 1.0f};
}

// The half sphere below is folded over the diamond's edges; -1 to 1.
vec2 octahedralOf(vec3 along)
{
    const vec3 onFaces = along / (std::abs(along.x) + std::abs(along.y) + std::abs(along.z));
    const vec2 flat(onFaces.x, onFaces.y);
    return onFaces.z >= 0.0f ? flat : (1.0f - glm::abs(vec2(flat.y, flat.x))) * signsOf(flat);
}

vec3 fromOctahedral(vec2 at)
{
    const float height = 1.0f - std::abs(at.x) - std::abs(at.y);
    const vec2 flat = height >= 0.0f ? at : (1.0f - glm::abs(vec2(at.y, at.x))) * signsOf(at);
    return glm::normalize(vec3(flat, height));
}

// Beyond an edge the map goes on upside down at the same edge.
int mirrored(int& x, int y, int size)
{
    if (x >= 0 && x < size)
        return y;
    x = x < 0 ? -1 - x : 2 * size - 1 - x;
    return size - 1 - y;
}

} // namespace

Octahedron::Octahedron(int edge, const Cubemap& from) : size(edge)
{
    for (int y = 0; y < edge; ++y)
        for (int x = 0; x < edge; ++x)
            texels.push_back(from.bilinear(fromOctahedral((vec2(static_cast<float>(x), static_cast<float>(y)) + 0.5f) *
                                                              (2.0f / static_cast<float>(edge)) -
                                                          1.0f)));
}

vec3 Octahedron::bilinear(vec3 along) const
{
    const vec2 position = (octahedralOf(along) * 0.5f + 0.5f) * static_cast<float>(size) - 0.5f;
    const vec2 corner = glm::floor(position), part = position - corner;
    const auto fetch = [&](int dx, int dy) {
        int x = static_cast<int>(corner.x) + dx, y = static_cast<int>(corner.y) + dy;
        y = mirrored(x, y, size);
        x = mirrored(y, x, size);
        return texels[static_cast<std::size_t>(y * size + x)];
    };
    return glm::mix(glm::mix(fetch(0, 0), fetch(1, 0), part.x), glm::mix(fetch(0, 1), fetch(1, 1), part.x), part.y);
}

} // namespace scene
