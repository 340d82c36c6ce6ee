#pragma once

#include "bench/statistics.h"

#include "probenorm/probenorm.h"

#include <cstdint>

// Measurements of prefiltering.
namespace pn::bench {

struct PrefilterCase
{
    PnFormat format = PN_FORMAT_RGBA16F; // of the sources and the mips
    std::uint32_t faceSize = 128;
    std::uint32_t cubemapCount = 64; // of one call
    PnEffort effort = PN_EFFORT_BAKED;
};

struct PrefilterTime
{
    double firstCall = 0; // seconds, with the tables of weights
    Spread perCubemap{};
    Spread onDevice{}; // per cubemap, by the device's clock; 0 on the CPU
};

// From texels in the host's memory to mips there.
PrefilterTime measurePrefilter(PnContext context, const PrefilterCase& what, std::uint32_t runs);

} // namespace pn::bench
