// The parameters of denominator.comp and of its CPU twin, from a normalization.
#pragma once

#include "core/sh/sh.h"

#include "probenorm/probenorm.h"
#include "shared/denominator.h"

#include <cstddef>
#include <vector>

namespace pn {

// The parameters for a mip that was filtered with this roughness. The normalization must be resolved. Throws
// Error(PN_ERROR_UNSUPPORTED) if the preset looks along a normal.
shared::DenominatorParams denominatorParams(const PnNormalization& normalization, double roughness);

// The parameters of all mips of a cubemap whose first has so many texels per edge: one per mip, or only one if they are
// equal.
std::vector<shared::DenominatorParams> denominatorParams(const PnNormalization& normalization, std::uint32_t baseSize,
                                                         std::size_t mipCount);

// The denominator of a cubemap's first mip over the sphere, before and after its window: what PnNormalizeInfo reports.
struct DenominatorFacts
{
    double width = 1.0; // of the Gaussian window; 1 changes nothing
    double minimumBefore = 0.0;
    double minimumAfter = 0.0;
    double energyKept = 1.0;
    double average = 0.0;
};

// probe are the coefficients that texels were divided by, and step is the window that the denominator got. The
// normalization is resolved.
DenominatorFacts describeDenominator(const PnNormalization& normalization, const PnSh& probe, std::uint32_t step);

} // namespace pn
