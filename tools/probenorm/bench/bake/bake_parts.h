#pragma once

#include "bake/manifest.h"
#include "run/device.h"

#include <cstdint>
#include <string>

namespace pn::cli {

struct BakeInputs
{
    std::uint32_t count = 2000;
    std::uint32_t faceSize = 128;
    std::string cubemap = "ktx2"; // "none" for coefficients and pictures alone
    bool mips = true;
};

// Writes KTX2 cubemaps of RGBA16F texels, each with a sky, noise and a sun of its own, and a manifest of them to
// folder. Returns the manifest's path.
std::string writeBakeInputs(const std::string& folder, const BakeInputs& inputs);

// Seconds of each stage of a bake with the whole machine to itself.
struct StageTimes
{
    double load = 0.0;   // reading, decoding, measuring; by all jobs
    double device = 0.0; // projecting and dividing; by the device
    double write = 0.0;  // pictures, encoding, writing; by all jobs
    double sync = 0.0;   // making it durable
};

// Takes the manifest's probes through the stages of a bake, one stage after the other, group by group.
StageTimes timeStages(const Manifest& manifest, const std::string& folder, FallbackContext device, std::uint32_t jobs);

} // namespace pn::cli
