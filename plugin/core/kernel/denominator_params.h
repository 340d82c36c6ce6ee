// The parameters of denominator.comp and of its CPU twin, from a normalization.
#pragma once

#include "shared/denominator.h"

#include "probenorm/probenorm.h"

#include <cstddef>
#include <vector>

namespace pn {

// The parameters for a mip that was filtered with this roughness. The normalization must be resolved. Throws
// Error(PN_ERROR_UNSUPPORTED) if the preset looks along a normal.
shared::DenominatorParams denominatorParams(const PnNormalization& normalization, double roughness);

// The parameters of all mips: one per mip, or only one if they are equal.
std::vector<shared::DenominatorParams> denominatorParams(const PnNormalization& normalization, std::size_t mipCount);

} // namespace pn
