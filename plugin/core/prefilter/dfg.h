#pragma once

#include "probenorm/probenorm.h"

#include <cstdint>
#include <span>

namespace pn {

// What a surface reflects of light that is 1 everywhere: GGX scale F0 + bias, and cloth.
struct DfgValue
{
    double scale;
    double bias;
    double cloth;
};

// roughness: perceptual; noV: N.V; both in (0, 1). Within 2e-5 of the integrals, or of 2e-6 of cloth where that is
// more.
DfgValue dfgValue(double roughness, double noV);

// Fills rows of a DFG table from firstRow on, as pnMakeDfgRows describes it; rgb has 3 size elements for each.
void makeDfgRows(PnDfg kind, std::uint32_t size, std::uint32_t firstRow, std::span<float> rgb);

} // namespace pn
