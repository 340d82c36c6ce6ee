#pragma once

#include "bench/statistics.h"

#include "probenorm/probenorm.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// Measurements of the extraction of lights.
namespace pn::bench {

struct LightCase
{
    PnFormat format = PN_FORMAT_RGBA16F; // one that texels can be encoded in
    std::uint32_t faceSize = 128;
    std::uint32_t probeCount = 1000;
    std::uint32_t sunCount = 1; // of each probe
};

struct LightTime
{
    std::string name;
    Spread seconds{};
};

struct LightReport
{
    std::string device;
    std::uint32_t threadCount = 0;
    std::uint64_t lightCount = 0; // found in all probes
    std::vector<LightTime> calls; // the first is the projection of the same probes
};

struct LightBenchSettings
{
    std::uint32_t runs = 20;
    std::function<void(const std::string&)> onCase; // before each
};

// From texels in the host's memory to results in the host's memory, in wall-clock time.
LightReport measureLights(PnContext context, const LightCase& what, const LightBenchSettings& settings);

} // namespace pn::bench
