#pragma once

#include "commands/command.h"

namespace pn::cli {

extern const Command kReduceCommand;

} // namespace pn::cli
