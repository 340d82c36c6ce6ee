// Terms of the formulas that engines ship, which the presets named after these engines reproduce.
#pragma once

#include "core/sh/evaluate.h"
#include "core/sh/preset.h"

namespace pn {

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
