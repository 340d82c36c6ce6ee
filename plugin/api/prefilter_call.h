#pragma once

#include "api/context.h"

namespace pn::api {

// Makes the mips of cubemaps; outInfos and outCompleted may be null.
void prefilterCubemaps(PnContext context, std::uint32_t count, const PnPrefilterItem* items,
                       const PnPrefilter* prefilter, const PnProjectOptions* options, PnPrefilterInfo* outInfos,
                       std::uint32_t* outCompleted);

// The mips that a caller asks for, of a source of that size; and the options, of which only the policy counts.
std::vector<PrefilterMip> readPrefilterMips(const PnPrefilter* prefilter, std::uint32_t sourceSize);
PnProjectOptions readPrefilterOptions(const PnProjectOptions* options);

// What pnGetMipRoughness gives.
std::vector<float> readMipRoughness(PnRoughnessMapping mapping, std::uint32_t baseSize, std::uint32_t mipCount);

} // namespace pn::api
