#include "commands/command.h"

#include <array>

namespace pn::cli {

std::span<const Command* const> allCommands()
{
    static constexpr std::array kCommands = {&kProjectCommand, &kNormalizeCommand, &kManifestCommand, &kBakeCommand,
                                             &kConvertCommand, &kCompareCommand,   &kResampleCommand, &kInfoCommand,
                                             &kLightsCommand,  &kDevicesCommand,   &kPresetsCommand,  &kPreviewCommand,
                                             &kBenchCommand};
    return kCommands;
}

} // namespace pn::cli
