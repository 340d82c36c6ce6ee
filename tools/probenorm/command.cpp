#include "command.h"

#include <array>

namespace pn::cli {

std::span<const Command* const> allCommands()
{
    static constexpr std::array kCommands = {&kProjectCommand, &kNormalizeCommand, &kBakeCommand,
                                             &kConvertCommand, &kCompareCommand,   &kInfoCommand,
                                             &kDevicesCommand, &kPreviewCommand,   &kBenchCommand};
    return kCommands;
}

} // namespace pn::cli
