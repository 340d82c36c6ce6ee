#pragma once

#include "commands/command.h"

namespace pn::cli {

std::span<const Command> labCommands();

extern const Command kPictureCommand;

} // namespace pn::cli
