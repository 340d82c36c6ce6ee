#pragma once

#include "lab/bench/statistics.h"

#include <functional>
#include <string>

// Measurements of a batch whose probes have very different sizes.
namespace pn::bench {

struct MixedSettings
{
    std::uint32_t runs = 20;
    std::uint32_t rounds = 4;                            // times that the batch has all its sizes
    std::uint32_t shrink = 1;                            // counts and larger sizes are divided by it
    std::uint64_t stepBytes = 0;                         // texels of one step; 0: all of them
    std::function<void(const std::string&)> onCase = {}; // before each row
};

// The time of one part of the passes, or of the whole.
struct MixedPart
{
    std::string name;
    double seconds = 0;
};

struct MixedRow
{
    std::string name;
    std::uint32_t probes = 0, steps = 0;
    Speed speed;                  // of all passes, without the copy of results to the host
    std::vector<MixedPart> parts; // measured in runs of their own, because marks between dispatches keep them apart
};

struct MixedReport
{
    std::string device, driver;
    std::vector<MixedRow> rows; // projection and division: of all probes, then of each size alone
};

// Projects and divides probes of RGBA16F whose texels lie in the device's memory, by the device's own clock.
MixedReport measureMixed(std::uint32_t deviceIndex, const MixedSettings& settings);

} // namespace pn::bench
