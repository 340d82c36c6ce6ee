#include "core/inspect/light_share.h"

#include <algorithm>
#include <cmath>

namespace pn::inspect {
namespace {

const std::vector<Vec3>& normals()
{
    static const std::vector<Vec3> directions = [] {
        const SphereGrid grid(Shape::cubemap(4));
        std::vector<Vec3> result;
        for (std::uint32_t i = 0; i < grid.texelCount(); ++i)
            result.push_back(grid.direction(i));
        return result;
    }();
    return directions;
}

// The part over what is left without it, at most 1000: nothing may be left.
double shareOf(double part, double all)
{
    const double rest = all - part;
    return std::clamp(rest > 0 ? part / rest : part > 0 ? 1e3 : 0.0, -1e3, 1e3);
}

} // namespace

LightShare::LightShare() : m_irradiance(normals().size()) {}

void LightShare::add(const Vec3& direction, double flux)
{
    const std::vector<Vec3>& all = normals();
    m_flux += flux;
    for (std::size_t i = 0; i < all.size(); ++i)
        m_irradiance[i] += flux * std::max(0.0, dot(all[i], direction));
}

void LightShare::add(const LightShare& other)
{
    m_flux += other.m_flux;
    for (std::size_t i = 0; i < m_irradiance.size(); ++i)
        m_irradiance[i] += other.m_irradiance[i];
}

Effect effectOf(const LightShare& all, const LightShare& part)
{
    Effect effect{shareOf(part.flux(), all.flux()), 0};
    for (std::size_t i = 0; i < normals().size(); ++i)
        if (const double share = shareOf(part.irradiance(i), all.irradiance(i));
            std::abs(share) > std::abs(effect.irradiance))
            effect.irradiance = share;
    return effect;
}

} // namespace pn::inspect
