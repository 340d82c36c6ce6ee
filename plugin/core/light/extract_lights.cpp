#include "core/light/extract_lights.h"

#include "core/light/measure_light.h"

#include <algorithm>
#include <numbers>

namespace pn {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kDefaultRadius = 7.5 * kPi / 180.0;

struct RegionLight
{
    const LightRegion* region;
    MeasuredLight measured;
};

// All lights are measured in the environment as it is, before any of them is taken out.
std::vector<RegionLight> measureAll(const ProbeView& view, const LightSettings& settings, const SphereGrid& grid,
                                    std::span<const LightRegion> regions)
{
    std::vector<RegionLight> lights;
    lights.reserve(regions.size());
    for (const LightRegion& region : regions)
        lights.push_back({&region, measureLight(view, settings.policy, grid, region)});
    std::stable_sort(lights.begin(), lights.end(), [](const RegionLight& a, const RegionLight& b) {
        return a.measured.luminance > b.measured.luminance;
    });
    if (lights.size() > settings.maxLights)
        lights.erase(lights.begin() + settings.maxLights, lights.end());
    return lights;
}

} // namespace

RegionLimits regionLimits(const LightSettings& settings, const BrightThreshold& threshold)
{
    const double asked = settings.maxAngularRadius == 0.0 ? kDefaultRadius : settings.maxAngularRadius;
    return {solidAngleOfDisc(std::min(asked, kLargestLightRadius)), settings.minShare * kPi * threshold.skyLuminance};
}

Extraction extractLights(const SimdTarget& target, const ProbeView& view, const LightSettings& settings,
                         const SphereGrid& grid, const LuminanceCounts& counts, RegionMarks& marks)
{
    Extraction result;
    const BrightThreshold threshold = findThreshold(counts.histogram);
    if (threshold.bin == LuminanceHistogram::kBins)
        return result;
    result.threshold = float(LuminanceHistogram::valueOf(threshold.bin));
    const LuminanceRows luminances(target, view, settings.policy, counts.rowMaxima,
                                   LuminanceHistogram::leastOf(threshold.bin));
    const std::vector<LightRegion> regions = findRegions(grid, luminances, regionLimits(settings, threshold), marks);
    for (const RegionLight& light : measureAll(view, settings, grid, regions))
    {
        result.lights.push_back(light.measured.light);
        for (const std::uint32_t index : light.region->texels)
            result.filled.push_back({index, light.measured.fill.at(grid.direction(index))});
    }
    return result;
}

} // namespace pn
