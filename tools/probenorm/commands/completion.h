// Scripts that let shells complete the program's commands, options and words.
#pragma once

#include "commands/command_line.h"

namespace pn::cli {

std::string bashCompletion(const std::vector<CommandText>& commands);
std::string zshCompletion(const std::vector<CommandText>& commands);
std::string fishCompletion(const std::vector<CommandText>& commands);

} // namespace pn::cli
