#pragma once

#include "commands/command.h"

namespace pn::cli {

// What a reflection costs in a fragment shader.
extern const Command kBenchShadeCommand;

// What the extraction of lights costs beside a projection.
extern const Command kBenchLightsCommand;

} // namespace pn::cli
