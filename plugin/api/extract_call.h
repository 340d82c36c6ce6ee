#pragma once

#include "api/context.h"

namespace pn::api {

struct ExtractOutputs
{
    PnLights* lights = nullptr;
    PnSh* residualShs = nullptr;        // may be null
    std::uint32_t* completed = nullptr; // may be null
};

// The arguments of pnExtractLights, unchecked.
struct ExtractInputs
{
    std::uint32_t count = 0;
    const PnLightItem* items = nullptr;
    const PnProjectOptions* options = nullptr;    // null: all defaults
    const PnLightOptions* lightOptions = nullptr; // null: all defaults
};

// Extracts the lights of environments. The outputs of each are written when it is done.
void extractLights(PnContext context, const ExtractInputs& inputs, const ExtractOutputs& outputs);

} // namespace pn::api
