#include "cubemap.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace scene {
namespace {

struct Frame
{
    vec3 right;
    vec3 down;
    vec3 out;
};

constexpr std::array<Frame, 6> kFrames = {{
    {{0, 0, -1}, {0, -1, 0}, {1, 0, 0}},
    {{0, 0, 1}, {0, -1, 0}, {-1, 0, 0}},
    {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}},
    {{1, 0, 0}, {0, 0, -1}, {0, -1, 0}},
    {{1, 0, 0}, {0, -1, 0}, {0, 0, 1}},
    {{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
}};

int faceOf(vec3 along)
{
    const vec3 size = glm::abs(along);
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    return 2 * axis + (along[axis] < 0.0f ? 1 : 0);
}

// In texels from the face's corner.
vec2 positionOn(int face, vec3 along, int size)
{
    const Frame& frame = kFrames[static_cast<std::size_t>(face)];
    const vec2 uv = vec2(glm::dot(along, frame.right), glm::dot(along, frame.down)) / glm::dot(along, frame.out);
    return (uv * 0.5f + 0.5f) * static_cast<float>(size);
}

} // namespace

std::size_t Cubemap::index(int face, int x, int y) const
{
    return (static_cast<std::size_t>(face) * static_cast<std::size_t>(size) + static_cast<std::size_t>(y)) *
               static_cast<std::size_t>(size) +
           static_cast<std::size_t>(x);
}

vec3 Cubemap::direction(int face, vec2 position) const
{
    const Frame& frame = kFrames[static_cast<std::size_t>(face)];
    const vec2 uv = position * (2.0f / static_cast<float>(size)) - 1.0f;
    return glm::normalize(uv.x * frame.right + uv.y * frame.down + frame.out);
}

vec3 Cubemap::nearest(vec3 along) const
{
    const int face = faceOf(along);
    const vec2 position = positionOn(face, along, size);
    const int x = std::clamp(static_cast<int>(position.x), 0, size - 1);
    const int y = std::clamp(static_cast<int>(position.y), 0, size - 1);
    return texels[index(face, x, y)];
}

vec3 Cubemap::bilinear(vec3 along) const
{
    const int face = faceOf(along);
    const vec2 position = positionOn(face, along, size) - 0.5f;
    const vec2 corner = glm::floor(position), part = position - corner;
    const auto fetch = [&](int dx, int dy) {
        const int x = static_cast<int>(corner.x) + dx, y = static_cast<int>(corner.y) + dy;
        if (x >= 0 && y >= 0 && x < size && y < size)
            return texels[index(face, x, y)];
        return nearest(direction(face, vec2(static_cast<float>(x), static_cast<float>(y)) + 0.5f)); // on another face
    };
    return glm::mix(glm::mix(fetch(0, 0), fetch(1, 0), part.x), glm::mix(fetch(0, 1), fetch(1, 1), part.x), part.y);
}

} // namespace scene
