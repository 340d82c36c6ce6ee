#include "core/sh/reflection.h"

#include "core/sh/evaluate.h"

#include <algorithm>
#include <cmath>

namespace pn {
namespace {

// std::pow would ask for glibc 2.29.
double raised(double base, int power)
{
    double result = base;
    for (int i = 1; i < power; ++i)
        result *= base;
    return result;
}

// Grows from 0 for equal lights towards 1; a half at that many stops between them.
struct Share
{
    double stops;
    int power;

    double at(double difference) const
    {
        const double grown = raised(difference, power);
        return grown / (grown + raised(stops, power));
    }
};

// A constant that falls or grows with roughness² from a mirror's to that of the roughest surface.
struct Range
{
    double mirror, rough;

    double at(double roughness) const { return mirror + (rough - mirror) * roughness * roughness; }
};

// Fitted to path-traced scenes; docs/scene.md.
struct Constants
{
    Range trustSquare; // squared stops between the lights at which both guesses count alike
    Share factor;      // of the factor, beside the place's guess
    Share factorAlone; // of the factor, where the place's guess cannot be had
    Range normal;      // share of light along the normal in the place's guess
    Range darkening;   // stops: the mean of a mirror's logarithms is below the logarithm of the mean
};

constexpr Constants kVersion2 = {{1.69, 1.69}, {1.0, 1}, {1.0, 1}, {0.2, 0.2}, {0.65, 0.0}};
constexpr Constants kVersion3 = {{1.6, 0.3}, {3.0, 1}, {2.0, 2}, {0.05, 0.2}, {0.8, 0.0}};

// Of blendOf, fitted in the same way.
constexpr double kKept = 1.5;          // the probe's radiance is darkened where the ratio of lights is below 1 / kKept
constexpr double kMirrorsLoss = 0.7;   // of the place's light in a mirror that shows black
constexpr double kMirrorsDetail = 0.4; // of the place's light, times the probe's radiance over its own light

} // namespace

SurfaceLight lightAlong(const Rgb& normal, const Rgb& reflection)
{
    SurfaceLight light{normal, reflection, {}};
    for (std::size_t c = 0; c < 3; ++c)
        light.average[c] = 0.5 * (normal[c] + reflection[c]);
    return light;
}

Blend blendOf(double local, double probe, double shown, double roughness)
{
    const double ratio = local / probe, difference = ratio - 1.0, mirror = 1.0 - roughness * roughness;
    const double scale = 1.0 / (ratio * difference + 1.0);
    return {.probe = scale * ratio * std::min(kKept * ratio, 1.0),
            .place =
                scale * difference * difference * (1.0 - mirror * (kMirrorsLoss - kMirrorsDetail * shown / probe))};
}

Shares sharesOf(const Stops& local, const Stops& probe, double roughness, std::uint32_t version)
{
    const Constants& constants = version == 2 ? kVersion2 : kVersion3;
    const double difference = std::abs(local.mean() - probe.mean()), square = difference * difference;
    return {.place = square / (square + constants.trustSquare.at(roughness)),
            .factor = constants.factor.at(difference),
            .factorAlone = constants.factorAlone.at(difference),
            .normal = constants.normal.at(roughness),
            .darkening = constants.darkening.at(roughness)};
}

double reflectionGain(double radiance, const Stops& local, const Stops& probe, const Shares& shares)
{
    const double normalized = shares.factor * (local.mean() - probe.mean());
    const double place = shares.normal * local.alongNormal + (1.0 - shares.normal) * local.alongReflection;
    return normalized + shares.place * (place - shares.darkening - radiance - normalized);
}

double factorGain(const Stops& local, const Stops& probe, const Shares& shares)
{
    return shares.factorAlone * (local.mean() - probe.mean()) - shares.place * shares.darkening;
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
