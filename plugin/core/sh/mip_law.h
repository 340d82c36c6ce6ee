#pragma once

#include "probenorm/probenorm.h"

#include <cstdint>
#include <vector>

namespace pn {

bool isMipLaw(PnMipLaw law);

// The perceptual roughness of a mip, and of each mip, by an engine's law (docs/prefiltering.md).
double mipRoughness(PnMipLaw law, std::uint32_t baseSize, std::uint32_t mipCount, std::uint32_t mip);
std::vector<float> mipRoughness(PnMipLaw law, std::uint32_t baseSize, std::uint32_t mipCount);

} // namespace pn
