#pragma once

#include "core/sh/sh.h"

namespace pn {

// The weight of each band when light is gathered over a lobe around a direction; 1 for band 0.
using LobeWeights = std::array<double, 3>;

// The clamped cosine, divided by pi.
LobeWeights cosineLobe();

// The lobe of GGX prefiltering, seen along the normal: radiance weighted by D(h) (n . l). It is a mirror at roughness
// 0 and the clamped cosine at roughness 1. Alpha is the roughness squared. See docs/normalization.md, section 3.
LobeWeights ggxLobe(double roughness);

} // namespace pn
