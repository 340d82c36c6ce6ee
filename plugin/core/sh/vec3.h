#pragma once

#include <cmath>

namespace pn {

struct Vec3
{
    double x = 0.0;
    double y = 0.0;
    double z = 0.0;
};

inline double dot(const Vec3& a, const Vec3& b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

inline Vec3 scaled(const Vec3& v, double factor)
{
    return {v.x * factor, v.y * factor, v.z * factor};
}

inline Vec3 cross(const Vec3& a, const Vec3& b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

inline Vec3 normalized(const Vec3& v)
{
    return scaled(v, 1.0 / std::sqrt(dot(v, v)));
}

} // namespace pn
