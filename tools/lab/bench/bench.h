#pragma once

#include "probenorm/probenorm.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// Measurements of the library's own layers. The one part of the tool that sees below the public header: the C API takes
// texels from the host, and what is measured here lies in the device's memory already.
namespace pn::bench {

struct ProjectCase
{
    PnFormat format = PN_FORMAT_RGBA16F;
    std::uint32_t faceSize = 256;
    std::uint32_t bands = 3;
    std::uint32_t probeCount = 0; // 0: as many as fill the measured memory

    std::uint64_t probeBytes() const;
};

struct Measurement
{
    ProjectCase what;
    std::string pipeline = "fused"; // or "staged" and the rung that sums
    std::string unsupported;        // why it was not run
    std::uint32_t probeCount = 0;
    std::uint64_t bytes = 0;
    double seconds = 0; // median of the runs
    double slowest = 0;
    double fastest = 0;
    double limit = 0;      // bytes a second, measured beside it over as many bytes: of plain reads, or of plain uploads
    double difference = 0; // of the first probe's coefficients from the fused ones, relative to the largest

    double bytesPerSecond() const { return double(bytes) / seconds; }
    double probesPerSecond() const { return probeCount / seconds; }
    double share() const { return bytesPerSecond() / limit; }
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
    std::uint64_t bytes = 0;                        // texels to measure over; 0: several times any cache
    bool subgroups = true;                          // false: shared memory only; on a device
    bool staged = false;                            // also the staged pipeline, after each fused one; on a device only
    std::function<void(const ProjectCase&)> onCase; // before each
};

// Texels in the device's memory to coefficients in the device's memory, by the device's clock.
Report projectOnVulkan(std::uint32_t deviceIndex, const std::vector<ProjectCase>& cases, const Settings& settings);

// Texels in the host's memory to coefficients there through the C API, by the clock on the wall, beside plain copies
// from memory that the device reads by itself into its own. desc names the device by its index.
Report projectFromHost(const PnContextDesc& desc, const std::vector<ProjectCase>& cases, const Settings& settings);

// Texels in memory, colder than any cache, to coefficients, by the clock on the wall.
Report projectOnCpu(std::uint32_t threadCount, const std::vector<ProjectCase>& cases, const Settings& settings);

// What a caller waits for, in seconds, from nothing to coefficients of a probe of 64^2 half floats.
struct ContextTimes
{
    double create = 0;
    double firstProjection = 0; // makes pipelines and tests them
    double nextProjection = 0;
};

// One entry a run; each run makes a context and destroys it. onRun is called before each.
std::vector<ContextTimes> timeContexts(const PnContextDesc& desc, std::uint32_t runs,
                                       const std::function<void()>& onRun);

} // namespace pn::bench
