#include "command.h"
#include "failure.h"
#include "interrupt.h"
#include "text.h"

#include "image/error.h"

#include "probenorm/probenorm.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <map>
#include <new>
#include <optional>

namespace pn::cli {
namespace {

constexpr const char* kHelp = "Spherical harmonics of reflection probes, the same bits on every device.";
constexpr const char* kFooter =
    "`probenorm COMMAND --help` tells more. Exit codes: 0 success, 1 command line, 2 file I/O, "
    "3 invalid input,\n4 run time, 5 unsupported, 6 not implemented; `compare`: 1 differs, "
    "2 command line or file I/O.";

std::string versionLine()
{
    return fmt::format("probenorm {} (algorithm {})", versionText(), pnGetAlgorithmVersion());
}

const Command* findCommand(std::string_view name)
{
    for (const Command* command : allCommands())
        if (name == command->name)
            return command;
    return nullptr;
}

bool isGlobalOption(std::string_view argument)
{
    return argument == "--help" || argument == "-h" || argument == "--version";
}

class Program
{
public:
    Program()
    {
        m_app.require_subcommand(1);
        m_app.set_version_flag("--version", versionLine);
        m_app.footer(kFooter);
        for (const Command* command : allCommands())
        {
            CLI::App* sub = m_app.add_subcommand(command->name, command->summary);
            sub->footer(command->manual);
            m_run[command] = command->add(*sub, m_console);
        }
    }

    Exit run(int argc, char** argv)
    {
        const Command* command = argc > 1 ? findCommand(argv[1]) : nullptr;
        if (argc < 2)
            return fail(Exit::CommandLine, "a command is missing; see probenorm --help");
        if (command == nullptr && !isGlobalOption(argv[1]))
        {
            const char* what = argv[1][0] == '-' ? "option" : "command";
            return fail(Exit::CommandLine, fmt::format("unknown {} {}; see probenorm --help", what, argv[1]));
        }
        if (const std::optional<Exit> done = parse(argc, argv, command))
            return *done;
        return guarded(command);
    }

private:
    // What the process ends with, when parsing is all there is to do.
    std::optional<Exit> parse(int argc, char** argv, const Command* command)
    {
        const Exit wrong = command != nullptr ? command->wrongCommandLine : Exit::CommandLine;
        const std::string name = command != nullptr ? fmt::format("probenorm {}", command->name) : "probenorm";
        try
        {
            m_app.parse(argc, argv);
            return std::nullopt;
        }
        catch (const CLI::ExtrasError&)
        {
            const std::string extra = m_app.remaining(true).front();
            const char* what = extra.starts_with("-") ? "unknown option" : "unexpected argument";
            return fail(wrong, fmt::format("{} {}; see {} --help", what, extra, name));
        }
        catch (const CLI::ParseError& error)
        {
            if (error.get_exit_code() == 0) // --help, --version
            {
                m_app.exit(error);
                return Exit::Success;
            }
            return fail(wrong, fmt::format("{}; see {} --help", error.what(), name));
        }
        catch (const Failure& failure)
        {
            return fail(failure.exit() == Exit::CommandLine ? wrong : failure.exit(), failure.what());
        }
    }

    Exit guarded(const Command* command)
    {
        try
        {
            return m_run.at(command)();
        }
        catch (const Failure& failure)
        {
            return fail(failure.exit() == Exit::CommandLine ? command->wrongCommandLine : failure.exit(),
                        failure.what());
        }
        catch (const image::Error& error)
        {
            return fail(static_cast<Exit>(error.exitCode()), error.what());
        }
        catch (const std::bad_alloc&)
        {
            return fail(Exit::RunTime, "out of memory");
        }
        catch (const std::exception& error)
        {
            return fail(Exit::RunTime, error.what());
        }
    }

    Exit fail(Exit exit, const std::string& message)
    {
        m_console.error(message);
        return exit;
    }

    Console m_console;
    CLI::App m_app{kHelp, "probenorm"};
    std::map<const Command*, std::function<Exit()>> m_run;
};

} // namespace
} // namespace pn::cli

int main(int argc, char** argv)
{
    pn::cli::catchInterrupt();
    return static_cast<int>(pn::cli::Program().run(argc, argv));
}
