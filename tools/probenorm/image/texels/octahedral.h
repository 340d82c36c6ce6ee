// Octahedral maps: the sphere as a square, +Z in its middle and -Z in its corners, x to the right and y down. A border
// shows what lies across the edge, so that bilinear filters need no care there (docs/formats.md, section 2).
#pragma once

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <cmath>

namespace pn::image {

// a and b are from -1 to 1 in the square, and beyond in its border. Not of length 1.
inline glm::dvec3 octahedralDirection(double a, double b)
{
    if (std::abs(a) > 1.0)
    {
        a = std::copysign(2.0, a) - a;
        b = -b;
    }
    if (std::abs(b) > 1.0)
    {
        b = std::copysign(2.0, b) - b;
        a = -a;
    }
    const double z = 1.0 - std::abs(a) - std::abs(b);
    if (z >= 0.0)
        return {a, b, z};
    return {std::copysign(1.0 - std::abs(b), a), std::copysign(1.0 - std::abs(a), b), z};
}

// The place in the square that shows a direction.
inline glm::dvec2 octahedralPlace(const glm::dvec3& d)
{
    const double sum = std::abs(d.x) + std::abs(d.y) + std::abs(d.z);
    const double a = d.x / sum, b = d.y / sum;
    if (d.z >= 0.0)
        return {a, b};
    return {std::copysign(1.0 - std::abs(b), a), std::copysign(1.0 - std::abs(a), b)};
}

} // namespace pn::image
