#pragma once

#include <cmath>

namespace pn::image {

// Solid angle of the rectangle between the middle of a cube face and (u, v), faces reaching from -1 to 1.
inline double cornerSolidAngle(double u, double v)
{
    return std::atan2(u * v, std::sqrt(1.0 + u * u + v * v));
}

inline double solidAngle(double u0, double u1, double v0, double v1)
{
    return cornerSolidAngle(u1, v1) - cornerSolidAngle(u0, v1) - cornerSolidAngle(u1, v0) + cornerSolidAngle(u0, v0);
}

} // namespace pn::image
