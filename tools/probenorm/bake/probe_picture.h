#pragma once

#include "image/formats/environment.h"

#include "probenorm/probenorm.h"

#include <glm/vec3.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace pn::cli {

// Texels of a face in the report's pictures. Those beside it may have a multiple.
inline constexpr std::uint32_t kReportFaceSize = 32, kMostPictureSize = 512;

// A PNG of four panels side by side: the unfolded cube; a white ball in its light, from both sides, by the integral
// over its texels; the factor by which normalization changes each direction's reflection in a place with the probe's
// own average light, blue where it darkens and red where it brightens; the cube times that factor. cube is RGBA32F, its
// size even. marks: directions that get frames in the first panel.
std::vector<std::byte> drawProbe(const image::Environment& cube, const PnSh& sh, const PnNormalization& normalization,
                                 const std::vector<glm::vec3>& marks = {});

// The same picture as the report holds it: a JPEG with faces of kReportFaceSize, about 7 KB.
std::vector<std::byte> pictureOfReport(std::span<const std::byte> png);

} // namespace pn::cli
