#pragma once

#include "core/light/sphere_grid.h"

#include <vector>

namespace pn::inspect {

// Light of some texels, as its average and as irradiance on surfaces that face 96 directions.
class LightShare
{
public:
    LightShare();

    void add(const Vec3& direction, double flux); // flux: luminance times solid angle
    void add(const LightShare& other);

    double flux() const { return m_flux; }
    double irradiance(std::size_t normal) const { return m_irradiance[normal]; }

private:
    double m_flux = 0;
    std::vector<double> m_irradiance;
};

struct Effect
{
    double average = 0, irradiance = 0; // with their signs
};

// What a part of the light changes, as a share of all that is there without it.
Effect effectOf(const LightShare& all, const LightShare& part);

} // namespace pn::inspect
