#include "core/sh/reflection.h"

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

} // namespace

SurfaceLight lightAlong(const Rgb& normal, const Rgb& reflection)
{
    SurfaceLight light{normal, reflection, {}};
    for (std::size_t c = 0; c < 3; ++c)
        light.average[c] = 0.5 * (normal[c] + reflection[c]);
    return light;
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

} // namespace pn
