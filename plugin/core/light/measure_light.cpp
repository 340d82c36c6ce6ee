#include "core/light/measure_light.h"

#include "core/sh/sh.h"
#include "core/sh/trigonometry.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace pn {
namespace {

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

double radiusOfDisc(double solidAngle)
{
    const double sineSquared = std::clamp(solidAngle / (4.0 * kPi), 0.0, 0.01);
    return 2.0 * atanSmall(std::sqrt(sineSquared / (1.0 - sineSquared)));
}

class Measure
{
public:
    Measure(const ProbeView& view, const TexelPolicy& policy, const SphereGrid& grid, const LightRegion& region)
        : m_view(view), m_policy(policy), m_grid(grid), m_region(region)
    {
    }

    MeasuredLight run() const
    {
        MeasuredLight result{{}, 0.0, RimFill(m_grid, m_region, [&](std::uint32_t i) { return radiance(i); })};
        Vec3 centroid;
        double peak = 0.0;
        for (const std::uint32_t index : m_region.texels)
        {
            const Vec3 d = m_grid.direction(index);
            const auto excess = excessOf(result.fill, index, d);
            const double above = kRec709[0] * excess[0] + kRec709[1] * excess[1] + kRec709[2] * excess[2];
            const double share = m_grid.solidAngle(index) * above;
            centroid = {centroid.x + share * d.x, centroid.y + share * d.y, centroid.z + share * d.z};
            result.luminance += share;
            peak = std::max(peak, above);
        }
        const double length = std::sqrt(dot(centroid, centroid));
        describe(result, length > 0.0 ? scaled(centroid, 1.0 / length) : m_grid.direction(m_region.peak));
        result.light.angularRadius = peak > 0.0 ? float(radiusOfDisc(result.luminance / peak)) : 0.0f;
        return result;
    }

private:
    std::array<float, 3> radiance(std::uint32_t index) const { return radianceOf(m_view, m_policy, index); }

    std::array<double, 3> excessOf(const RimFill& fill, std::uint32_t index, const Vec3& direction) const
    {
        const auto rgb = radiance(index), hidden = fill.at(direction);
        return {double(rgb[0]) - double(hidden[0]), double(rgb[1]) - double(hidden[1]),
                double(rgb[2]) - double(hidden[2])};
    }

    // What a surface that faces the light receives.
    void describe(MeasuredLight& result, const Vec3& direction) const
    {
        std::array<double, 3> irradiance{};
        for (const std::uint32_t index : m_region.texels)
        {
            const Vec3 d = m_grid.direction(index);
            const auto excess = excessOf(result.fill, index, d);
            const double weight = m_grid.solidAngle(index) * dot(d, direction);
            for (std::size_t c = 0; c < 3; ++c)
                irradiance[c] += weight * excess[c];
        }
        const std::array<float, 3> towards = {float(direction.x), float(direction.y), float(direction.z)};
        const auto brightest = radiance(m_region.peak);
        std::copy(towards.begin(), towards.end(), result.light.direction);
        std::copy(brightest.begin(), brightest.end(), result.light.peak);
        for (std::size_t c = 0; c < 3; ++c)
            result.light.irradiance[c] = float(irradiance[c]);
        result.light.texelCount = std::uint32_t(m_region.texels.size());
    }

    const ProbeView& m_view;
    const TexelPolicy& m_policy;
    const SphereGrid& m_grid;
    const LightRegion& m_region;
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

// 4 pi sin(r / 2)^2
double solidAngleOfDisc(double radius)
{
    const double sine = sinPi(radius / 2.0 / kPi);
    return 4.0 * kPi * sine * sine;
}

MeasuredLight measureLight(const ProbeView& view, const TexelPolicy& policy, const SphereGrid& grid,
                           const LightRegion& region)
{
    return Measure(view, policy, grid, region).run();
}

} // namespace pn
