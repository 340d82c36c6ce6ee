#pragma once

#include "api/context.h"

namespace pn::api {

// Makes the mips of one cubemap; outInfo may be null.
void prefilterCubemap(PnContext context, const PnCubemapView* cubemap, const PnPrefilter* prefilter,
                      const PnProjectOptions* options, const PnCubemapTarget* targets, PnPrefilterInfo* outInfo);

// The same for many cubemaps; outInfos and outCompleted may be null.
void prefilterCubemaps(PnContext context, std::uint32_t count, const PnPrefilterItem* items,
                       const PnPrefilter* prefilter, const PnProjectOptions* options, PnPrefilterInfo* outInfos,
                       std::uint32_t* outCompleted);

// What pnGetMipRoughness gives.
std::vector<float> readMipRoughness(PnMipLaw law, std::uint32_t baseSize, std::uint32_t mipCount);

} // namespace pn::api
