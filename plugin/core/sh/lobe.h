#pragma once

#include "core/sh/sh.h"

namespace pn {

// What a band is multiplied by when light is gathered over a lobe around a direction; 1 for band 0.
using LobeWeights = std::array<double, 3>;

// The clamped cosine, divided by pi.
LobeWeights cosineLobe();

// What prefiltering with the GGX distribution gathers, seen along the normal: radiance weighted by D(h) (n . l). At
// roughness 0 a mirror, at 1 the clamped cosine. Alpha is the roughness squared. See docs/normalization.md, section 3.
LobeWeights ggxLobe(double roughness);

} // namespace pn
