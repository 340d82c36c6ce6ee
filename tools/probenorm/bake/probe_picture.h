#pragma once

#include "image/formats/environment.h"

#include "probenorm/probenorm.h"

#include <cstddef>
#include <vector>

namespace pn::cli {

// Texels of a face in the report's pictures.
inline constexpr std::uint32_t kPictureFaceSize = 32;
inline constexpr std::uint32_t kPanelGap = 16;
inline constexpr std::uint32_t kPictureWidth = 4 * 4 * kPictureFaceSize + 3 * kPanelGap;
inline constexpr std::uint32_t kPictureHeight = 3 * kPictureFaceSize;

// A PNG of four panels side by side: the unfolded cube; a white ball in its light, from both sides; the factor by
// which normalization changes each direction's reflection in a place with the probe's own average light, blue where it
// darkens and red where it brightens; the cube times that factor. cube is RGBA32F of kPictureFaceSize. lights get
// frames in the first panel; null for none.
std::vector<std::byte> drawProbe(const image::Environment& cube, const PnSh& sh, const PnNormalization& normalization,
                                 const PnLights* lights = nullptr);

} // namespace pn::cli
