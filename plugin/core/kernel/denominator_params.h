// The parameters of denominator.comp and of its CPU twin, from a normalization.
#pragma once

#include "shared/denominator.h"

#include "probenorm/probenorm.h"

#include <cstddef>
#include <vector>

namespace pn {

// How the light of a normalization, which is resolved, makes a denominator for a mip of that roughness.
// Throws Error(PN_ERROR_UNSUPPORTED) where the preset looks along a normal.
shared::DenominatorParams denominatorParams(const PnNormalization& normalization, double roughness);

// One for each mip, or a single one where all are the same.
std::vector<shared::DenominatorParams> denominatorParams(const PnNormalization& normalization, std::size_t mipCount);

} // namespace pn
