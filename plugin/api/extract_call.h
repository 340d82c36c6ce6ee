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
    std::uint64_t residualFloats = 0;
    float* residual = nullptr; // may be null
};

struct ExtractOutputs
{
    PnLights* lights = nullptr;
    PnSh* residualShs = nullptr;        // may be null
    std::uint32_t* completed = nullptr; // may be null
};

// Extracts the lights of one environment. Outputs are written only if the whole call succeeds.
void extractLights(PnContext context, const ExtractInputs& inputs, const ExtractOutputs& outputs);

// The arguments of pnExtractLightsOfMany, unchecked.
struct ExtractManyInputs
{
    std::uint32_t count = 0;
    const PnLightItem* items = nullptr;
    const PnProjectOptions* options = nullptr;    // null: all defaults
    const PnLightOptions* lightOptions = nullptr; // null: all defaults
};

// Extracts the lights of many. The outputs of each are written when it is done.
void extractLightsOfMany(PnContext context, const ExtractManyInputs& inputs, const ExtractOutputs& outputs);

} // namespace pn::api
