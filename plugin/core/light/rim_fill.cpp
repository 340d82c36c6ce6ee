#include "core/light/rim_fill.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace pn {
namespace {

Vec3 cross(const Vec3& a, const Vec3& b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

Vec3 normalized(const Vec3& v)
{
    return scaled(v, 1.0 / std::sqrt(dot(v, v)));
}

// Rounded to 11 bits, or to a multiple of 2^-24 where that is more, so that texels of half floats hold it, too. The
// bounds of a rim of halves are on this grid.
float onGridOfHalves(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (std::abs(value) < 0x1p-14f)
        return value < 0.0f ? (value - 0.5f) + 0.5f : (value + 0.5f) - 0.5f; // whose last bit is 2^-24
    return std::bit_cast<float>((bits + 0x0fffu + (bits >> 13 & 1u)) & ~0x1fffu);
}

// Sums of a least-squares fit of c + a s + b t.
struct FitSums
{
    double n = 0, s = 0, t = 0, ss = 0, st = 0, tt = 0;
};

} // namespace

RimFill::RimFill(const SphereGrid& grid, const LightRegion& region,
                 const std::function<std::array<float, 3>(std::uint32_t)>& radiance)
{
    const Vec3 centre = grid.direction(region.peak);
    m_axisA = normalized(std::abs(centre.y) < 0.9 ? cross({0.0, 1.0, 0.0}, centre) : cross({1.0, 0.0, 0.0}, centre));
    m_axisB = cross(centre, m_axisA);

    FitSums sums;
    std::array<double, 3> value{}, valueS{}, valueT{};
    for (Plane& plane : m_planes)
    {
        plane.least = INFINITY;
        plane.most = -INFINITY;
    }
    for (const std::uint32_t index : region.rim)
    {
        const auto rgb = radiance(index);
        const auto [s, t] = tangent(grid.direction(index));
        const double weight = grid.solidAngle(index);
        sums = {sums.n + weight,          sums.s + weight * s,      sums.t + weight * t,
                sums.ss + weight * s * s, sums.st + weight * s * t, sums.tt + weight * t * t};
        for (std::size_t c = 0; c < 3; ++c)
        {
            value[c] += weight * double(rgb[c]);
            valueS[c] += weight * s * double(rgb[c]);
            valueT[c] += weight * t * double(rgb[c]);
            m_planes[c].least = std::min(m_planes[c].least, rgb[c]);
            m_planes[c].most = std::max(m_planes[c].most, rgb[c]);
        }
    }
    // Relative to the rim's own mean place, the constant falls out of the fit.
    const double s0 = sums.s / sums.n, t0 = sums.t / sums.n;
    const double ss = sums.ss - sums.n * s0 * s0, st = sums.st - sums.n * s0 * t0, tt = sums.tt - sums.n * t0 * t0;
    const double determinant = ss * tt - st * st;
    const bool isPlane = determinant > 1e-6 * ss * tt;
    for (std::size_t c = 0; c < 3; ++c)
    {
        const double vs = valueS[c] - s0 * value[c], vt = valueT[c] - t0 * value[c];
        Plane& plane = m_planes[c];
        plane.alongA = isPlane ? (vs * tt - vt * st) / determinant : 0.0;
        plane.alongB = isPlane ? (vt * ss - vs * st) / determinant : 0.0;
        plane.constant = value[c] / sums.n - plane.alongA * s0 - plane.alongB * t0;
    }
}

std::array<double, 2> RimFill::tangent(const Vec3& direction) const
{
    return {dot(direction, m_axisA), dot(direction, m_axisB)};
}

std::array<float, 3> RimFill::at(const Vec3& direction) const
{
    const auto [s, t] = tangent(direction);
    std::array<float, 3> rgb{};
    for (std::size_t c = 0; c < 3; ++c)
    {
        const Plane& plane = m_planes[c];
        const auto value = float(plane.constant + plane.alongA * s + plane.alongB * t);
        rgb[c] = std::clamp(onGridOfHalves(value), plane.least, plane.most);
    }
    return rgb;
}

} // namespace pn
