#pragma once

#include "image/formats/environment.h"

#include "probenorm/probenorm.h"

#include <string>

namespace pn::cli {

struct FoundLights
{
    PnLights lights{};
    PnSh residual{}; // coefficients of the environment without the lights
};

// Takes the lights out of one environment. about names it in the Failure that is thrown. residual: gets the environment
// without the lights, in its own kind and size, as RGBA32F; null where only the coefficients are wanted.
FoundLights findLights(PnContext context, const image::Environment& environment, const PnProjectOptions& options,
                       const PnLightOptions& lightOptions, const std::string& about, image::Image* residual = nullptr);

} // namespace pn::cli
