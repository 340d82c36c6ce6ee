#pragma once

#include "bake/manifest.h"
#include "run/device_team.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pn::cli {

// What one of several devices did of a stage that all of them share.
struct DevicePart
{
    std::string device; // as --device names it
    std::size_t probes = 0;
    double seconds = 0.0; // in which it was busy
};

// Seconds of each stage of a bake with the whole machine to itself.
struct StageTimes
{
    double load = 0.0;   // reading, decoding, measuring; by all jobs
    double device = 0.0; // projecting and dividing; by all devices, where none waits for another
    double write = 0.0;  // pictures, encoding, writing; by all jobs
    double sync = 0.0;   // making it durable
    std::vector<DevicePart> devices;
};

// Takes the manifest's probes through the stages of a bake, one stage after the other, group by group.
StageTimes timeStages(const Manifest& manifest, const std::string& folder, const DeviceTeam& team, std::uint32_t jobs);

} // namespace pn::cli
