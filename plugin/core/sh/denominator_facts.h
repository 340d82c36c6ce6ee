#pragma once

#include "core/sh/sh.h"

namespace pn {

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
