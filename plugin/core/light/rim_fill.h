#pragma once

#include "core/light/regions.h"

#include <array>
#include <functional>

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

} // namespace pn
