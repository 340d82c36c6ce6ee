// Ladders of parallel algorithms on the library's Vulkan layer, each rung beside the limit of memory.
#include "lab/measure/commands.h"
#include "run/current_failure.h"
#include "support/interrupt.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <utility>
#include <vector>

namespace pn::cli {
namespace {

int fail(Console& console, Exit exit, const std::string& message)
{
    console.error(message);
    return int(exit);
}

int run(int argc, char** argv, Console& console)
{
    CLI::App app{"Climb ladders of parallel algorithms, from the naive kernel to the memory limit.", "probenorm_lab"};
    app.require_subcommand(1);
    app.footer("`probenorm_lab COMMAND --help` tells more.");
    std::vector<std::pair<CLI::App*, std::function<Exit()>>> commands;
    const auto add = [&](const Command& command) {
        CLI::App* sub = app.add_subcommand(command.name, command.summary);
        sub->footer(command.manual);
        commands.emplace_back(sub, command.add(*sub, console));
    };
    for (const Command& command : labCommands())
        add(command);
    add(kPictureCommand);
    try
    {
        app.parse(argc, argv);
        for (const auto& [sub, start] : commands)
            if (sub->parsed())
                return int(start());
    }
    catch (const CLI::ParseError& error)
    {
        if (error.get_exit_code() == 0) // --help
            return app.exit(error);
        return fail(console, Exit::CommandLine, fmt::format("{}; see probenorm_lab --help", error.what()));
    }
    return int(Exit::CommandLine);
}

} // namespace
} // namespace pn::cli

int main(int argc, char** argv)
{
    pn::cli::Console console(PN_LOG_WARNING, "probenorm_lab");
    pn::cli::catchInterrupt();
    try
    {
        return pn::cli::run(argc, argv, console);
    }
    catch (...)
    {
        const pn::cli::Failure failure = pn::cli::currentFailure();
        return pn::cli::fail(console, failure.exit(), failure.what());
    }
}
