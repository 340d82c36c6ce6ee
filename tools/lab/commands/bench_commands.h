#pragma once

#include "commands/command.h"

namespace pn::cli {

// Benches of the tool's own safety: what its sandbox costs, and how long a device is busy at a time.
extern const Command kBenchDecodeCommand;
extern const Command kBenchSubmissionsCommand;

// What a reflection costs in a fragment shader.
extern const Command kBenchShadeCommand;

// What the extraction of lights costs beside a projection.
extern const Command kBenchLightsCommand;

} // namespace pn::cli
