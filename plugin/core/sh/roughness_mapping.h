#pragma once

#include "probenorm/probenorm.h"

#include <cstdint>
#include <vector>

namespace pn {

bool isRoughnessMapping(PnRoughnessMapping mapping);

// The perceptual roughness of a mip, and of each mip, by an engine's mapping (docs/prefiltering.md).
double mipRoughness(PnRoughnessMapping mapping, std::uint32_t baseSize, std::uint32_t mipCount, std::uint32_t mip);
std::vector<float> mipRoughness(PnRoughnessMapping mapping, std::uint32_t baseSize, std::uint32_t mipCount);

} // namespace pn
