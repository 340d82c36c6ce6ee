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

// Extracts the lights of one environment. Outputs are written only if the whole call succeeds.
void extractLights(PnContext context, const ExtractInputs& inputs, const ExtractOutputs& outputs);

} // namespace pn::api
