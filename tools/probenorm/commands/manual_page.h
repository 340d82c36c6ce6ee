#pragma once

#include "commands/command_line.h"

namespace pn::cli {

// A page of section 1 in roff, from what --help prints. command is the program itself or one of its commands.
std::string manualPage(const CommandText& command);

// "probenorm", "probenorm-bench-project"
std::string manualPageName(const CommandText& command);

} // namespace pn::cli
