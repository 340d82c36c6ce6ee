#include "core/sh/reflection.h"

#include "core/sh/evaluate.h"

#include <algorithm>

namespace pn {
namespace {

// Of blendOf, fitted to path-traced scenes; docs/scene.md.
constexpr double kKept = 1.5;          // the probe's radiance is darkened where the ratio of lights is below 1 / kKept
constexpr double kMirrorsLoss = 0.7;   // of the local light in a mirror that shows black
constexpr double kMirrorsDetail = 0.4; // of the local light, times the probe's radiance over its own light

} // namespace

SurfaceLight lightAlong(const Rgb& normal, const Rgb& reflection)
{
    return {normal, reflection, {}};
}

Blend blendOf(double local, double probe, double shown, double roughness)
{
    const double ratio = local / probe, difference = ratio - 1.0, mirror = 1.0 - roughness * roughness;
    const double scale = 1.0 / (ratio * difference + 1.0);
    return {.probe = scale * ratio * std::min(kKept * ratio, 1.0),
            .local =
                scale * difference * difference * (1.0 - mirror * (kMirrorsLoss - kMirrorsDetail * shown / probe))};
}

double weighted(const Rgb& rgb, const ChannelWeights& weights)
{
    return weights[0] * rgb[0] + weights[1] * rgb[1] + weights[2] * rgb[2];
}

double source2Limit(double roughness)
{
    return std::max(1.0, 34.44445 * roughness - 2.44445);
}

double godotOcclusion(double ambient, double roughness, double metallic)
{
    const double occlusion = std::min(8.0 * ambient, 1.0);
    const double reflective = (1.0 - roughness) * metallic;
    return std::max(std::min(10.0 * reflective * occlusion, 1.0), occlusion);
}

double rend2Luminance(const Rgb& light, const ChannelWeights& weights)
{
    constexpr double kLeast = 0.5 / 255.0;
    return weighted({std::max(light[0], kLeast), std::max(light[1], kLeast), std::max(light[2], kLeast)}, weights);
}

Rgb hdrpDenominator(const ShSet& probe, const Vec3& normal)
{
    ShSet shipped = probe;
    shipped.rgb[3] = probe.rgb[1];
    shipped.rgb[1] = probe.rgb[2];
    shipped.rgb[2] = probe.rgb[3];
    return evaluate(shipped, normal);
}

double hdrpQuotient(double numerator, double denominator, const ShSet& probe)
{
    const bool isBlack = std::all_of(probe.rgb.begin(), probe.rgb.end(), [](const Rgb& rgb) { return rgb == Rgb{}; });
    if (isBlack)
        return 0.0;
    return numerator != denominator ? numerator / denominator : 1.0;
}

} // namespace pn
