#pragma once

#include "core/sh/sh.h"

namespace pn {

// The clamped cosine's coefficient A_l of each band, divided by pi (Ramamoorthi and Hanrahan 2001; docs/math.md,
// section 2).
inline constexpr std::array<double, kMaxBands> kCosineLobe = {1.0, 2.0 / 3.0, 1.0 / 4.0, 0.0, -1.0 / 24.0};

// Radiance coefficients to those of irradiance / pi.
ShSet convolveWithCosine(const ShSet& radiance);

// The sum of coefficients times harmonics along a unit direction.
Rgb evaluate(const ShSet& set, const Vec3& d);

// The same along many directions: the bits of each are those of evaluate().
void evaluateAll(const ShSet& set, std::span<const Vec3> directions, Rgb* out);

// The weight of each band when light is gathered over a lobe around a direction; 1 for band 0.
using LobeWeights = std::array<double, 3>;

// The clamped cosine, divided by pi.
LobeWeights cosineLobe();

// The lobe of GGX prefiltering, seen along the normal: radiance weighted by D(h) (n . l). It is a mirror at roughness
// 0 and the clamped cosine at roughness 1. Alpha is the roughness squared. See docs/normalization.md, section 3.
LobeWeights ggxLobe(double roughness);

} // namespace pn
