// The command line of each command: the first byte chooses the command, the others are its arguments, one per line.
// Options are parsed with all their checks; no command runs.
#include "commands/command.h"
#include "fuzz_input.h"
#include "sh/rotation.h"
#include "sh/window.h"
#include "support/failure.h"
#include "support/text.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace {

using namespace pn::cli;

const Command& chooseCommand(std::uint8_t byte)
{
    const auto commands = allCommands();
    const auto benches = allBenches();
    const std::size_t index = byte % (commands.size() + benches.size());
    return index < commands.size() ? *commands[index] : *benches[index - commands.size()];
}

// Whatever is refused has a reason.
template <typename Parse>
void expectReason(Parse&& parse)
{
    try
    {
        parse();
    }
    catch (const CLI::ParseError&) // of a value that an option refuses
    {
    }
    catch (const Failure& failure)
    {
        pn::fuzz::require(failure.what()[0] != '\0');
    }
}

// Only the one command is built: with all of them a run takes ten times as long.
void parse(const Command& command, std::vector<std::string> arguments)
{
    Console console;
    CLI::App app("", "probenorm");
    CLI::App* sub = app.add_subcommand(command.name, command.summary);
    const std::function<Exit()> run = command.add(*sub, console);
    std::reverse(arguments.begin(), arguments.end()); // CLI11 takes them from the back
    arguments.emplace_back(command.name);
    app.parse(arguments);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 1)
        return 0;
    const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
    std::vector<std::string> arguments;
    for (const std::string_view word : split(text, '\n'))
        arguments.emplace_back(word);
    expectReason([&] { static_cast<void>(parseDegrees(arguments.front())); });
    expectReason([&] { static_cast<void>(parseWindow(arguments.front())); });
    expectReason([&] { parse(chooseCommand(data[0]), std::move(arguments)); });
    return 0;
}
