#pragma once

#include "probenorm/probenorm.h"

#include <cstdint>
#include <functional>
#include <string>

// Measurements of a batch whose probes have very different sizes.
namespace pn::bench {

struct MixedSettings
{
    std::uint32_t runs = 20;
    std::uint32_t rounds = 4;                            // times that the batch has all its sizes
    std::uint32_t shrink = 1;                            // counts and larger sizes are divided by it
    std::function<void(const std::string&)> onCase = {}; // before each part
};

struct MixedPart
{
    std::uint64_t bytes = 0; // of texels read, or read and written
    double seconds = 0;      // of the device, median of the runs
    double limit = 0;        // bytes a second of a plain read, or copy, of as many bytes

    double bytesPerSecond() const { return double(bytes) / seconds; }
    double share() const { return bytesPerSecond() / limit; }
};

struct MixedReport
{
    std::string device, driver;
    std::uint32_t probes = 0;
    MixedPart projection, normalization;
};

// One call of the C API for all probes of RGBA16F, by the device's own clock: what uploads take is not counted.
MixedReport measureMixed(const PnContextDesc& desc, const MixedSettings& settings);

} // namespace pn::bench
