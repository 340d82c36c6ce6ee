#pragma once

#include "core/light/regions.h"

#include "probenorm/probenorm.h"

#include <array>
#include <functional>
#include <numbers>

namespace pn {

// What a light hides, continued from its rim: per channel the plane that fits the rim's radiance best, over the tangent
// plane at the region's centre, and never beyond the rim's own range.
class RimFill
{
public:
    RimFill() = default;
    RimFill(const SphereGrid& grid, const LightRegion& region,
            const std::function<std::array<float, 3>(std::uint32_t)>& radiance);

    std::array<float, 3> at(const Vec3& direction) const; // values that half floats have, where they are not too large

private:
    struct Plane
    {
        double constant = 0.0, alongA = 0.0, alongB = 0.0;
        float least = 0.0f, most = 0.0f;
    };

    std::array<double, 2> tangent(const Vec3& direction) const;

    Vec3 m_axisA, m_axisB;
    std::array<Plane, 3> m_planes;
};

// A light, and what takes its place in the environment.
struct MeasuredLight
{
    PnLight light{};
    double luminance = 0.0; // of the irradiance
    RimFill fill;
};

// Sums over the region, texel by texel in order: what stands above the fill is the light.
MeasuredLight measureLight(const ProbeView& view, const TexelPolicy& policy, const SphereGrid& grid,
                           const LightRegion& region);

// 2 pi (1 - cos r).
double solidAngleOfDisc(double radius);

inline constexpr double kLargestLightRadius = 12.0 * std::numbers::pi / 180.0; // what the arc tangent reaches

} // namespace pn
