// What a reflection becomes at run time, in double: the reference for every preset and for shaders/runtime.
#pragma once

#include "core/sh/preset.h"
#include "core/sh/reflection.h"

#include <optional>

namespace pn {

// The point and directions at which a reflection is seen.
struct Surface
{
    Vec3 reflection;
    Vec3 normal;
    double roughness = 1.0;
    double metallic = 1.0;
    std::optional<Vec3> lookup = std::nullopt;           // of the probe's radiance; empty: along the reflection
    std::optional<double> probeLuminance = std::nullopt; // of the probe's light along the lookup, for its coefficients
};

// What is known of the light at the shading point.
enum class Known
{
    Everything,     // its coefficients
    TwoDirections,  // light along the normal and the reflection
    AlongNormalOnly // light along the normal, as in a lightmap
};

// Normalizes the reflections of one probe. Lights are radiance coefficients, and the normalization is resolved. Nothing
// here allocates memory, and every finite input has a finite result. One thread uses it.
class FactorFormula
{
public:
    FactorFormula(const PnNormalization& normalization, const ShSet& probe);
    FactorFormula(const PnNormalization& normalization, const ShSet& probe, const ShSet& local);

    // What the reflection is multiplied by.
    Rgb factor(const Surface& surface) const;
    Rgb factor(const Surface& surface, const SurfaceLight& local, Known known) const;

    // The normalized reflection, from the radiance of the probe.
    Rgb reflection(const Surface& surface, const Rgb& radiance) const;

    // The same for a surface that brings the light of its own position.
    Rgb reflection(const Surface& surface, const Rgb& radiance, const SurfaceLight& local, Known known) const;

    // What pnNormalizeCubemaps divides texels of this direction by.
    Rgb divisor(const Vec3& direction, double roughness) const;

private:
    struct Lights
    {
        ShSet probe, local; // convolved with the lobe, de-ringed
    };

    struct Pair // both lights, as the surface sees them
    {
        SurfaceLight probe, local;
        Rgb probeAlongLookup;
    };

    struct Seen // one light along one direction, raised to the floor
    {
        double luminance;
        Rgb channels; // all luminance where one factor is for all channels
    };

    Lights makeLights(double roughness) const;
    const Lights& lightsAt(double roughness) const;
    ShSet makeLight(const ShSet& radiance, double roughness) const;
    Pair pairAt(const Lights& lights, const Surface& surface) const;
    Pair pairAt(const Lights& lights, const Surface& surface, const SurfaceLight& local, Known known) const;
    double scalar(const Rgb& light, std::size_t channel) const;
    Seen seen(const Rgb& along, const Rgb& average) const;
    Rgb floored(const Rgb& along, const Rgb& average) const;

    Rgb factor(const Lights& lights, const Pair& pair, const Surface& surface) const;
    Rgb reflection(const Lights& lights, const Pair& pair, const Surface& surface, const Rgb& radiance) const;
    Rgb reflected(const Pair& pair, const Surface& surface, const Rgb& radiance) const;
    Rgb blended(const Pair& pair, const Surface& surface, const Rgb& shown) const;
    Rgb blendedFactor(const Pair& pair, const Surface& surface) const;
    Rgb bounded(const Rgb& result, const Rgb& shown, double roughness) const;
    double quotient(const Lights& lights, const Pair& pair, const Surface& surface, std::size_t channel) const;
    double flooredAlong(const SurfaceLight& probe, std::size_t channel) const;
    double limited(double quotient, double roughness) const;
    double fade(double roughness) const;

    const Preset& m_preset;
    PnNormalization m_values;
    ShSet m_probe, m_local;
    mutable Lights m_lights;                   // of m_roughness, as many surfaces one after the other have the same
    mutable std::optional<double> m_roughness; // only where the lobe depends on it; empty before the first surface
};

} // namespace pn
