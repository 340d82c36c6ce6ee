#pragma once

#include "api/context.h"

namespace pn::api {

// The arguments of pnNormalizeCubemap, unchecked.
struct NormalizeInputs
{
    std::uint32_t mipCount = 0;
    const PnCubemapView* mips = nullptr;
    const PnNormalization* normalization = nullptr; // null: all defaults
    const PnSh* light = nullptr;                    // null: the projection of the first mip
    const PnProjectOptions* options = nullptr;      // null: all defaults
    const PnCubemapTarget* targets = nullptr;
};

struct NormalizeOutputs // arrays as long as the inputs; each may be null
{
    PnSh* shs = nullptr;
    PnProjectInfo* projectInfos = nullptr;
    PnNormalizeInfo* infos = nullptr;
    std::uint32_t* completed = nullptr;
};

// Normalizes the mips of one cubemap by the probe's own light.
void normalizeCubemap(PnContext context, const NormalizeInputs& inputs, const NormalizeOutputs& outputs);

// The same for many cubemaps. The outputs of each are written when it is done.
void normalizeCubemaps(PnContext context, std::uint32_t count, const PnNormalizeItem* items,
                       const PnNormalization* normalization, const PnProjectOptions* options,
                       const NormalizeOutputs& outputs);

} // namespace pn::api
