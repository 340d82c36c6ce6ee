// The geometry of a cube's faces +X -X +Y -Y +Z -Z, each of which reaches from -1 to 1: u to the right, v down.
#pragma once

#include <glm/vec3.hpp>

#include <cmath>
#include <cstdint>

namespace pn::image {

// The place of the edge before texel i.
inline double edgeOf(std::uint32_t i, std::uint32_t faceSize)
{
    return 2.0 * i / faceSize - 1.0;
}

inline float middleOf(std::uint32_t i, std::uint32_t size)
{
    return (2.0f * static_cast<float>(i) + 1.0f) / static_cast<float>(size) - 1.0f;
}

// The table of D3D, OpenGL and Vulkan.
inline glm::vec3 cubeDirection(std::uint32_t face, float u, float v)
{
    switch (face)
    {
    case 0: return {1.0f, -v, -u};
    case 1: return {-1.0f, -v, u};
    case 2: return {u, 1.0f, v};
    case 3: return {u, -1.0f, -v};
    case 4: return {u, -v, 1.0f};
    default: return {-u, -v, -1.0f};
    }
}

// Solid angle of the rectangle between the middle of a cube face and (u, v).
inline double cornerSolidAngle(double u, double v)
{
    return std::atan2(u * v, std::sqrt(1.0 + u * u + v * v));
}

inline double texelSolidAngle(std::uint32_t x, std::uint32_t y, std::uint32_t faceSize)
{
    const double u0 = edgeOf(x, faceSize), u1 = edgeOf(x + 1, faceSize);
    const double v0 = edgeOf(y, faceSize), v1 = edgeOf(y + 1, faceSize);
    return cornerSolidAngle(u1, v1) - cornerSolidAngle(u0, v1) - cornerSolidAngle(u1, v0) + cornerSolidAngle(u0, v0);
}

} // namespace pn::image
