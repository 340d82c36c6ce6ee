#pragma once

#include "api/context.h"

namespace pn::api {

// The arguments of pnExtractLights, unchecked.
struct ExtractInputs
{
    const PnCubemapView* cubemap = nullptr; // or:
    const PnEquirectView* map = nullptr;
    const PnProjectOptions* options = nullptr;    // null: all defaults
    const PnLightOptions* lightOptions = nullptr; // null: all defaults
};

struct ExtractOutputs
{
    PnLights* lights = nullptr;
    PnSh* residualSh = nullptr; // may be null
    std::uint64_t residualFloats = 0;
    float* residual = nullptr; // may be null
};

// Takes the lights out of one environment. Outputs are written once all of it has succeeded.
void extractLights(PnContext context, const ExtractInputs& inputs, const ExtractOutputs& outputs);

} // namespace pn::api
