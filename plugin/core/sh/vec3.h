#pragma once

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

} // namespace pn
