#pragma once

#include "commands/command.h"

namespace pn::cli {

// Benches of the tool's own safety: what its sandbox costs, and how long a device is busy at a time.
extern const Command kBenchDecodeCommand;
extern const Command kBenchSubmissionsCommand;

} // namespace pn::cli
