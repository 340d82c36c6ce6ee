#pragma once

#include "core/scalar_sh.h"

namespace pn {

// How the light of a probe and the light of a place make a factor: the formulas of shipped games and engines, and our
// own. docs/normalization.md, section 2, has them with their sources.

struct Preset
{
    const char* name;
    PnNormalization values; // nothing in it is 0 for default, but for structSize
    ChannelWeights brightness;
    bool looksAlongNormal; // its denominator does, so that no texel can be divided by it
    bool needsNormal;
    bool usesAverages;      // of the probe's light, whatever the bands
    double least = 0x1p-24; // of the denominator; half's least: what is darker counts as black
};

const Preset* findPreset(PnPreset preset); // null for an unknown one

// Fills what is 0 with the preset's own values. Throws Error(PN_ERROR_INVALID_ARGUMENT) that names a bad field.
PnNormalization resolveNormalization(const PnNormalization& normalization);

inline constexpr double kEeveeAddend = 1e-6; // to both sums of L00

// Where a reflection is seen.
struct Surface
{
    Vec3 reflection;
    Vec3 normal;
    double roughness = 1.0;
};

// What a reflection is multiplied by, given the probe's light and that of the place. Lights are radiance coefficients,
// and the normalization is resolved.
class FactorFormula
{
public:
    FactorFormula(const PnNormalization& normalization, const ShSet& probe, const ShSet& local);

    Rgb evaluate(const Surface& surface) const;

private:
    struct Lights
    {
        ShSet probe, local; // convolved with the lobe, de-ringed: E / pi
    };

    Lights makeLights(double roughness) const;
    ShSet makeLight(const ShSet& radiance, double roughness) const;
    ScalarSh scalar(const ShSet& set, std::size_t channel) const;
    double quotient(const Lights& lights, const Surface& surface, std::size_t channel) const;
    double hdrpQuotient(double numerator, const ScalarSh& probe, const Vec3& normal) const;
    double limited(double quotient, double roughness) const;
    double fade(double roughness) const;

    const Preset& m_preset;
    PnNormalization m_values;
    ShSet m_probe, m_local;
    Lights m_lights; // where the lobe does not depend on roughness
};

} // namespace pn
