// Our own formula, and below it terms of the formulas that engines ship, which the presets named after these engines
// reproduce. In our own, the probe's reflection and the light at the shading point are two estimates of what a surface
// reflects. The more the two lights differ, the less the probe counts. docs/normalization.md, section 2.
#pragma once

#include "core/sh/preset.h"

namespace pn {

// A light as a surface sees it: irradiance / pi in red, green and blue.
struct SurfaceLight
{
    Rgb alongNormal{}, alongReflection{};
    Rgb average{}; // over the sphere; 0 where it is not known
};

// The light at a point where only these two directions are known.
SurfaceLight lightAlong(const Rgb& normal, const Rgb& reflection);

// What a reflection is made of.
struct Blend
{
    double probe; // of the probe's radiance
    double local; // of the local light
};

// Of luminances above 0: of the local light, of the probe's own light along the lookup, and of what the probe
// shows there. The share of the local light is 0 if the first two are equal.
Blend blendOf(double local, double probe, double shown, double roughness);

// ---- Terms of engines' formulas ----------------------------------------------------------------------------

double weighted(const Rgb& rgb, const ChannelWeights& weights);

// Source 2's upper bound of the factor: 1 up to a roughness of 0.1, and 32 at a roughness of 1.
double source2Limit(double roughness);

// Godot's factor: it darkens reflections below an ambient light of 1/8, and those of metals only where they are rough.
double godotOcclusion(double ambient, double roughness, double metallic);

// rend2's denominator: no channel is below half a step of 8 bits.
double rend2Luminance(const Rgb& light, const ChannelWeights& weights);

// HDRP's denominator as shipped: it looks along the normal, and takes the coefficients of l = 1, which are stored in
// the order y z x, for x y z.
Rgb hdrpDenominator(const ShSet& probe, const Vec3& normal);

// HDRP's quotient: 0 for a black probe. Where both terms are 0 it is 1, since HDRP's division is a safe one.
double hdrpQuotient(double numerator, double denominator, const ShSet& probe);

} // namespace pn
