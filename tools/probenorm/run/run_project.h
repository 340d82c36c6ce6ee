#pragma once

#include "run/device.h"
#include "run/input.h"
#include "support/progress.h"

#include "image/formats/environment.h"

#include "probenorm/probenorm.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace pn::cli {

// An environment that waits to be projected.
struct PendingProject
{
    image::Environment environment;
    InputFacts facts; // of the file, which was perhaps resampled to environment
    double decodeSeconds = 0.0;
};

struct ProjectedItem
{
    PnSh sh{};
    PnProjectInfo info{};
    std::string deviceName;
    double seconds = 0.0;                // its share of the call
    std::optional<PnLights> lights = {}; // that were taken out before sh was made
};

// Projects items of one kind in one call. Throws Failure that names the file at fault.
std::vector<ProjectedItem> projectItems(FallbackContext& fallback, const std::vector<PendingProject>& items,
                                        const PnProjectOptions& options,
                                        const std::function<void(std::uint32_t)>& onCompleted);

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
