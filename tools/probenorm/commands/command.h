#pragma once

#include "support/console.h"
#include "support/failure.h"
#include "support/options.h"

#include <functional>
#include <memory>
#include <span>

namespace pn::cli {

// One subcommand. Each lives in its own file, command_<name>.cpp: options, manual text, and what it does.
struct Command
{
    const char* name;
    const char* summary; // one line for `probenorm --help`
    const char* manual;  // below the options in `probenorm <name> --help`

    // Declares the options; what it returns runs the command once they are parsed. Failures are thrown.
    std::function<Exit()> (*add)(CLI::App& app, Console& console);

    Exit wrongCommandLine = Exit::CommandLine;

    const char* whyAbsent = nullptr; // set where this build lacks the command: the reason, printed to the user
};

// What adds a command to the command line: its options live as long as what runs it.
template <typename Options, Exit (&kRun)(Options&, Console&)>
std::function<Exit()> addCommand(CLI::App& app, Console& console)
{
    const auto options = std::make_shared<Options>();
    options->addTo(app);
    return [options, &console] {
        options->messages.applyTo(console);
        return kRun(*options, console);
    };
}

// The options of a command that lists what there is.
struct ListOptions
{
    bool json = false;
    MessageOptions messages;

    void addTo(CLI::App& app)
    {
        addJsonFormat(app, json, "Form of the result (text)");
        messages.addTo(app);
    }
};

extern const Command kProjectCommand;
extern const Command kNormalizeCommand;
extern const Command kPrefilterCommand;
extern const Command kDfgCommand;
extern const Command kMakeCommand;
extern const Command kManifestCommand;
extern const Command kBakeCommand;
extern const Command kCheckCommand;
extern const Command kConvertCommand;
extern const Command kCompareCommand;
extern const Command kInfoCommand;
extern const Command kResampleCommand;
extern const Command kLightsCommand;
extern const Command kDevicesCommand;
extern const Command kPresetsCommand;
extern const Command kPreviewCommand;
extern const Command kBenchCommand;

// What `probenorm bench` measures (tools/probenorm/bench): commands below a command.
extern const Command kBenchProjectCommand;
extern const Command kBenchNormalizeCommand;
extern const Command kBenchPrefilterCommand;
extern const Command kBenchEncodeCommand;
extern const Command kBenchShadeCommand;
extern const Command kBenchLightsCommand;
extern const Command kBenchBakeCommand;

// Runs a command on a line of its own.
Exit runCommand(const Command& command, std::vector<std::string> arguments, Console& console);

std::span<const Command* const> allCommands();
std::span<const Command* const> allBenches();

} // namespace pn::cli
