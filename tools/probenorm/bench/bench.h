#pragma once

#include "bench/statistics.h"

#include "probenorm/probenorm.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// Measurements of the library's own layers: the C API takes texels from the host, and what is measured here lies in the
// device's memory already.
namespace pn::bench {

struct ProbeCase
{
    PnFormat format = PN_FORMAT_RGBA16F;
    std::uint32_t faceSize = 256;
    std::uint32_t bands = 3;      // of a projection
    bool isRgb = false;           // of a normalization: a denominator for each channel
    std::uint32_t probeCount = 0; // 0: as many as fill the measured memory

    std::uint64_t probeBytes() const;
    std::uint64_t normalizedBytes() const;
};

struct Measurement
{
    ProbeCase what;
    std::uint32_t probeCount = 0;
    Speed speed;

    double probesPerSecond() const { return probeCount / speed.seconds.median; }
};

struct Report
{
    std::string device;
    std::string driver;
    std::vector<Measurement> rows;
};

struct Settings
{
    std::uint32_t runs = 20;
    std::uint64_t bytes = 0;                      // texels to read; 0: several times any cache
    std::function<void(const ProbeCase&)> onCase; // before each
};

// The texels to measure over where the settings name none.
struct DefaultBytes
{
    std::uint64_t gpu, software;
};

// The rows of all cases.
template <typename Measure>
std::vector<Measurement> measureCases(const std::vector<ProbeCase>& cases, const Settings& settings, Measure&& measure)
{
    std::vector<Measurement> rows;
    for (const ProbeCase& what : cases)
    {
        if (settings.onCase)
            settings.onCase(what);
        rows.push_back(measure(what));
    }
    return rows;
}

// Texels in the device's memory to coefficients in the device's memory, by the device's clock.
Report projectOnVulkan(std::uint32_t deviceIndex, const std::vector<ProbeCase>& cases, const Settings& settings);

// Texels in the host's memory to coefficients there through the C API, in wall-clock time, beside plain copies
// from memory that the device reads by itself into its own. desc names the device by its index.
Report projectFromHost(const PnContextDesc& desc, const std::vector<ProbeCase>& cases, const Settings& settings);

// Texels in memory, colder than any cache, to coefficients, in wall-clock time.
Report projectOnCpu(std::uint32_t threadCount, const std::vector<ProbeCase>& cases, const Settings& settings);

// Texels in the device's memory to texels in the device's memory, by the device's clock.
Report normalizeOnVulkan(std::uint32_t deviceIndex, const std::vector<ProbeCase>& cases, const Settings& settings);

// Texels in memory to texels in memory, in wall-clock time.
Report normalizeOnCpu(std::uint32_t threadCount, const std::vector<ProbeCase>& cases, const Settings& settings);

// Blocks of BC6H, unsigned, of a made picture.
struct EncodeCase
{
    std::uint32_t effort = 0; // shared::kBc6hLow, ...
    std::uint32_t size = 512; // texels of an edge
};

struct EncodeRow
{
    Spread seconds;
    std::vector<std::byte> blocks;
    std::string device = {}; // empty: the CPU
};

// One thread, in the processor's time.
EncodeRow encodeBc6hOnCpu(const EncodeCase& what, std::uint32_t runs);

// From texels to blocks in the device's memory, by the device's clock.
EncodeRow encodeBc6hOnVulkan(std::uint32_t deviceIndex, const EncodeCase& what, std::uint32_t runs);

// One cubemap of half floats per run, from an image of the device to an image, as an engine's frame records it.
Spread prefilterInFrame(std::uint32_t deviceIndex, std::uint32_t faceSize, const PnPrefilter& prefilter,
                        std::uint32_t runs);

struct ShadeSettings
{
    std::uint32_t width = 0; // in pixels; the height is 9/16 of it. 0: 1920, or 480 on a software driver
    std::uint32_t lamps = 4;
    std::uint32_t runs = 20;
    std::function<void()> onRun; // before each run of all forms
};

struct ShadeTime
{
    Spread seconds; // of one picture
    Spread added;   // to plain's in the same run
};

struct ShadeRow
{
    std::string form;
    ShadeTime withoutShadows, withShadows;
    double difference =
        0.0; // the largest of a pixel's reflection from the C API's, over the larger of that and a tenth
};

struct ShadeReport
{
    std::string device;
    std::string driver;
    std::uint32_t width = 0, height = 0;
    std::vector<ShadeRow> rows; // plain first, and plain again last
};

// Throws Error(PN_ERROR_UNSUPPORTED_DEVICE) where the device draws nothing or has no time stamps.
ShadeReport shadeOnVulkan(std::uint32_t deviceIndex, const ShadeSettings& settings);

} // namespace pn::bench
