// What a reflection is computed by: the rows of every table.
#pragma once

#include "last_mip.h"
#include "view.h"

#include <functional>
#include <string>
#include <vector>

namespace scene {

// What a formula may know: one reflection probe at one pixel.
struct FormulaInput
{
    vec3 plain; // the prefiltered probe, along the lookup
    vec3 normal;
    vec3 reflection;
    vec3 lookup;
    float roughness;
    const PnSh& probe;             // its own light
    const PnSh& place;             // the light at the pixel
    const LastMips& lastMips;      // the probe's own light, as it shows it
    const LightmapTexel& lightmap; // the local light, as its surface holds it
};

struct Formula
{
    std::string name;
    std::function<vec3(const FormulaInput&)> evaluate; // the reflection of a white mirror

    // Of the reflections and last mips of all probes, which are blended before; empty: each probe's reflection is
    // evaluated, then they are blended.
    std::function<vec3(const FormulaInput&, vec3 own)> ofBlended = nullptr;
};

// The plain probe first, then irradiance only; every preset, as shipped and with a factor per channel; the other forms
// of ours, which call ProbeNorm; and formulas that it has not (formula_rows.h).
std::vector<Formula> allFormulas();

// Each reflection probe by the formula, blended by its weight; times the reflectance.
Image renderFormula(const View& view, const Formula& formula, unsigned threadCount);

// Irradiance over pi of each channel.
struct Irradiance
{
    vec3 alongNormal;
    vec3 alongReflection;
};

// De-ringed to the floor of the preset probenorm, so that neither direction is dark or negative by ringing.
Irradiance irradianceOf(const PnSh& light, vec3 normal, vec3 reflection);

} // namespace scene
