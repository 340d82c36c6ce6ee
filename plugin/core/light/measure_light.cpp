#include "core/light/measure_light.h"

#include "core/sh/scalar_sh.h"
#include "core/sh/trigonometry.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pn {
namespace {

constexpr double kPi = std::numbers::pi;

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
