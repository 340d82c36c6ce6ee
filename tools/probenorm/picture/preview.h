#pragma once

#include "picture/canvas.h"

#include "image/formats/environment.h"

#include "probenorm/probenorm.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pn::cli {

struct PreviewInput
{
    const image::Environment& cube; // RGBA32F
    PnSh sh{};                      // of the environment
    std::optional<float> exposureStops;
    std::string title;
    std::string details;
    std::vector<glm::vec3> marks = {};       // directions to frame in the first panel
    std::span<const image::Image> mips = {}; // prefiltered, RGBA32F, to show on metal balls
    std::span<const float> roughness = {};   // one per mip
};

// Six panels. Above: the unfolded cube, its reconstruction from sh, and the signed error of that. Below: a white
// Lambert sphere lit by it from both sides, by the integral over its texels; its irradiance from sh; and the signed
// error of that against the integral. With mips, two rows of metal balls more: as the mips have them, and as the
// integrals do.
Canvas drawPreview(const PreviewInput& input);

} // namespace pn::cli
