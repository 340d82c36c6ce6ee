#pragma once

#include "api/context.h"

namespace pn::api {

struct NormalizeOutputs // arrays as long as the inputs; each may be null
{
    PnSh* shs = nullptr;
    PnProjectInfo* projectInfos = nullptr;
    PnNormalizeInfo* infos = nullptr;
    std::uint32_t* completed = nullptr;
};

// Normalizes the mips of cubemaps by each probe's own light. The outputs of each are written when it is done.
void normalizeCubemaps(PnContext context, std::uint32_t count, const PnNormalizeItem* items,
                       const PnNormalization* normalization, const PnProjectOptions* options,
                       const NormalizeOutputs& outputs);

} // namespace pn::api
