#pragma once

#include "probenorm/probenorm.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// Measurements of the divide pass.
namespace pn::bench {

struct NormalizeCase
{
    PnFormat format = PN_FORMAT_RGBA16F;
    std::uint32_t faceSize = 256;
    bool isRgb = false;
    std::uint32_t probeCount = 0; // 0: as many as fill the measured memory

    std::uint64_t texelsPerProbe() const { return 6ull * faceSize * faceSize; }
    std::uint64_t readBytes() const;    // of a probe
    std::uint64_t writtenBytes() const; // of a probe
};

struct NormalizeMeasurement
{
    NormalizeCase what;
    std::uint32_t probeCount = 0;
    std::uint64_t bytes = 0; // read and written
    double seconds = 0;      // median of the runs
    double slowest = 0;
    double fastest = 0;
    double copyLimit = 0; // bytes a second, read and written, of a plain copy measured beside it

    double bytesPerSecond() const { return double(bytes) / seconds; }
    double probesPerSecond() const { return probeCount / seconds; }
    double share() const { return bytesPerSecond() / copyLimit; }
};

struct NormalizeReport
{
    std::string device;
    std::string driver;
    std::vector<NormalizeMeasurement> rows;
};

struct NormalizeSettings
{
    std::uint32_t runs = 20;
    std::uint64_t bytes = 0;                          // texels to read; 0: several times any cache
    std::function<void(const NormalizeCase&)> onCase; // before each
};

// Texels in the device's memory to texels in the device's memory, by the device's clock.
NormalizeReport normalizeOnVulkan(std::uint32_t deviceIndex, const std::vector<NormalizeCase>& cases,
                                  const NormalizeSettings& settings);

// Texels in memory to texels in memory, by the clock on the wall.
NormalizeReport normalizeOnCpu(std::uint32_t threadCount, const std::vector<NormalizeCase>& cases,
                               const NormalizeSettings& settings);

} // namespace pn::bench
