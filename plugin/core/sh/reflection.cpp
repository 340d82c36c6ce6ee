#include "core/sh/reflection.h"

#include <cmath>

namespace pn {
namespace {

// Fitted to path-traced scenes; docs/scene.md.
constexpr double kTrustStops = 1.3;  // of difference between the lights, at which both guesses count alike
constexpr double kFactorStops = 1.0; // of difference, at which half of the factor is applied
constexpr double kNormalShare = 0.2; // of light along the normal in the place's guess
constexpr double kDarkening =
    0.65; // stops by which the mean of a mirror's logarithms is below the logarithm of the mean

} // namespace

SurfaceLight lightAlong(const Rgb& normal, const Rgb& reflection)
{
    SurfaceLight light{normal, reflection, {}};
    for (std::size_t c = 0; c < 3; ++c)
        light.average[c] = 0.5 * (normal[c] + reflection[c]);
    return light;
}

Shares sharesOf(const Stops& local, const Stops& probe, double roughness)
{
    const double difference = std::abs(local.mean() - probe.mean()), square = difference * difference;
    return {square / (square + kTrustStops * kTrustStops), difference / (difference + kFactorStops),
            kDarkening * (1.0 - roughness * roughness)};
}

double reflectionGain(double radiance, const Stops& local, const Stops& probe, const Shares& shares)
{
    const double normalized = shares.factor * (local.mean() - probe.mean());
    const double place = kNormalShare * local.alongNormal + (1.0 - kNormalShare) * local.alongReflection;
    return normalized + shares.place * (place - shares.darkening - radiance - normalized);
}

double factorGain(const Stops& local, const Stops& probe, const Shares& shares)
{
    return shares.factor * (local.mean() - probe.mean()) - shares.place * shares.darkening;
}

} // namespace pn
