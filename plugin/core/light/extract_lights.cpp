#include "core/light/extract_lights.h"

#include "core/light/regions.h"
#include "core/light/rim_fill.h"

#include "core/sh/scalar_sh.h"
#include "core/sh/trigonometry.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

namespace pn {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kDefaultRadius = 7.5 * kPi / 180.0;
constexpr double kLargestRadius = 12.0 * kPi / 180.0; // what atanSmall reaches

// 2 pi (1 - cos r) = 4 pi sin(r / 2)^2.
double solidAngleOfDisc(double radius)
{
    const double sine = sinPi(radius / 2.0 / kPi);
    return 4.0 * kPi * sine * sine;
}

double radiusOfDisc(double solidAngle)
{
    const double sineSquared = std::clamp(solidAngle / (4.0 * kPi), 0.0, 0.01);
    return 2.0 * atanSmall(std::sqrt(sineSquared / (1.0 - sineSquared)));
}

class Extractor
{
public:
    Extractor(const ProbeView& view, const LightSettings& settings)
        : m_view(view), m_settings(settings), m_grid(view.shape), m_residual(std::size_t{4} * m_grid.texelCount()),
          m_luminances(m_grid.texelCount())
    {
        for (std::uint32_t i = 0; i < m_grid.texelCount(); ++i)
        {
            const auto rgb = radianceOf(m_view, m_settings.policy, i);
            std::copy(rgb.begin(), rgb.end(), &m_residual[std::size_t{4} * i]);
            m_residual[std::size_t{4} * i + 3] = 1.0f;
            m_luminances[i] = luminanceOf(rgb);
        }
    }

    Extraction extract()
    {
        const BrightThreshold threshold = findThreshold(LuminanceHistogram(m_grid, m_luminances));
        std::vector<LightRegion> regions = findRegions(m_grid, m_luminances, threshold, limits(threshold));
        std::vector<Light> lights;
        lights.reserve(regions.size());
        for (const LightRegion& region : regions)
            lights.push_back(measure(region));
        std::stable_sort(lights.begin(), lights.end(),
                         [](const Light& a, const Light& b) { return a.luminance > b.luminance; });
        lights.resize(std::min<std::size_t>(lights.size(), m_settings.maxLights));
        Extraction result;
        for (const Light& light : lights)
        {
            takeOut(*light.region, light.fill);
            result.lights.push_back(light.light);
        }
        result.threshold =
            threshold.bin == LuminanceHistogram::kBins ? 0.0f : float(LuminanceHistogram::valueOf(threshold.bin));
        result.residual = std::move(m_residual);
        return result;
    }

private:
    struct Light
    {
        PnLight light{};
        double luminance = 0.0; // of the irradiance
        const LightRegion* region = nullptr;
        RimFill fill;
    };

    RegionLimits limits(const BrightThreshold& threshold) const
    {
        const double asked = m_settings.maxAngularRadius == 0.0 ? kDefaultRadius : m_settings.maxAngularRadius;
        return {solidAngleOfDisc(std::min(asked, kLargestRadius)), m_settings.minShare * kPi * threshold.skyLuminance};
    }

    std::array<float, 3> radiance(std::uint32_t index) const
    {
        const float* rgb = &m_residual[std::size_t{4} * index];
        return {rgb[0], rgb[1], rgb[2]};
    }

    // Sums over the region, texel by texel in order: what stands above the fill is the light.
    Light measure(const LightRegion& region) const
    {
        Light result{{}, 0.0, &region, RimFill(m_grid, region, [&](std::uint32_t i) { return radiance(i); })};
        Vec3 centroid;
        double peak = 0.0;
        for (const std::uint32_t index : region.texels)
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
        describe(result, length > 0.0 ? scaled(centroid, 1.0 / length) : m_grid.direction(region.peak));
        result.light.angularRadius = peak > 0.0 ? float(radiusOfDisc(result.luminance / peak)) : 0.0f;
        return result;
    }

    std::array<double, 3> excessOf(const RimFill& fill, std::uint32_t index, const Vec3& direction) const
    {
        const auto rgb = radiance(index), hidden = fill.at(direction);
        return {double(rgb[0]) - double(hidden[0]), double(rgb[1]) - double(hidden[1]),
                double(rgb[2]) - double(hidden[2])};
    }

    // What a surface that faces the light receives.
    void describe(Light& result, const Vec3& direction) const
    {
        std::array<double, 3> irradiance{};
        for (const std::uint32_t index : result.region->texels)
        {
            const Vec3 d = m_grid.direction(index);
            const auto excess = excessOf(result.fill, index, d);
            const double weight = m_grid.solidAngle(index) * dot(d, direction);
            for (std::size_t c = 0; c < 3; ++c)
                irradiance[c] += weight * excess[c];
        }
        const std::array<float, 3> towards = {float(direction.x), float(direction.y), float(direction.z)};
        const auto brightest = radiance(result.region->peak);
        std::copy(towards.begin(), towards.end(), result.light.direction);
        std::copy(brightest.begin(), brightest.end(), result.light.peak);
        for (std::size_t c = 0; c < 3; ++c)
            result.light.irradiance[c] = float(irradiance[c]);
        result.light.texelCount = std::uint32_t(result.region->texels.size());
    }

    void takeOut(const LightRegion& region, const RimFill& fill)
    {
        for (const std::uint32_t index : region.texels)
        {
            const auto rgb = fill.at(m_grid.direction(index));
            std::copy(rgb.begin(), rgb.end(), &m_residual[std::size_t{4} * index]);
        }
    }

    const ProbeView& m_view;
    const LightSettings& m_settings;
    SphereGrid m_grid;
    std::vector<float> m_residual; // the environment, until lights are taken out
    std::vector<float> m_luminances;
};

} // namespace

Extraction extractLights(const ProbeView& view, const LightSettings& settings)
{
    return Extractor(view, settings).extract();
}

ProbeView residualView(const Shape& shape, const std::vector<float>& residual)
{
    constexpr std::size_t kTexelBytes = 4 * sizeof(float);
    ProbeView view{shape, PN_FORMAT_RGBA32F, shape.width * kTexelBytes, {}};
    const auto* bytes = reinterpret_cast<const std::byte*>(residual.data());
    for (std::uint32_t face = 0; face < shape.faceCount; ++face)
        view.faces[face] = bytes + face * shape.texelsPerFace() * kTexelBytes;
    return view;
}

} // namespace pn
