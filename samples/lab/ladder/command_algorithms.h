#pragma once

#include "commands/command.h"

namespace pn::cli {

extern const Command kReduceCommand;
extern const Command kScanCommand;
extern const Command kHistogramCommand;
extern const Command kCompactCommand;
extern const Command kSegmentedCommand;
extern const Command kTransposeCommand;

} // namespace pn::cli
