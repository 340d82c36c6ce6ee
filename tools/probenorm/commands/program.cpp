#include "commands/program.h"

#include "commands/command.h"
#include "decode/decoder_main.h"
#include "decode/decoder_pool.h"
#include "run/current_failure.h"
#include "run/input.h"
#include "run/output.h"
#include "support/interrupt.h"
#include "support/no_memory.h"
#include "support/text.h"

#include "image/files/cancel.h"
#include "image/files/error.h"

#include "probenorm/probenorm.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <map>
#include <new>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

namespace pn::cli {

std::span<const Command* const> allCommands()
{
    static constexpr std::array kCommands = {&kProjectCommand, &kNormalizeCommand, &kPrefilterCommand, &kDfgCommand,
                                             &kMakeCommand,    &kManifestCommand,  &kBakeCommand,      &kCheckCommand,
                                             &kConvertCommand, &kCompareCommand,   &kResampleCommand,  &kInfoCommand,
                                             &kLightsCommand,  &kDevicesCommand,   &kPresetsCommand,   &kPreviewCommand,
                                             &kBenchCommand};
    return kCommands;
}

namespace {

constexpr const char* kHelp = "Spherical harmonics of reflection probes, the same bits on every device.";
constexpr const char* kFooter =
    "`probenorm COMMAND --help` tells more. Exit codes: 0 success, 1 command line, 2 file I/O, "
    "3 invalid input,\n4 run time, 5 unsupported; `compare`: 1 differs, 2 command line or file I/O.";

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
    return argument == "--help" || argument == "-h" || argument == "--version" || argument == "-V";
}

// No command has a dot or a slash in its name.
bool isFileName(std::string_view word)
{
    return !word.starts_with("-") && word.find_first_of("./") != std::string_view::npos;
}

// What to say of a command that other programs have.
std::string absentWord(std::string_view word)
{
    if (word == "specular" || word == "ggx")
        return "; `prefilter` writes what rough surfaces reflect";
    if (word == "irradiance" || word == "diffuse")
        return "; `project` prints the coefficients that irradiance is made of";
    return "";
}

// Where to read more, behind a sentence that may be a question.
std::string withHelp(const std::string& message, const std::string& program)
{
    return fmt::format("{}{} {} --help", message, message.ends_with('?') ? " See" : "; see", program);
}

// An option that had another name before 0.1.0.
struct RenamedOption
{
    std::string_view command, before, now;
};
constexpr std::array<RenamedOption, 1> kRenamedOptions = {{{"prefilter", "--law", "--mapping"}}};

class Program
{
public:
    explicit Program(const image::DecodeFile& decode)
        : m_decoders(decode, throwIfInterrupted, [this](const std::string& text) { m_console.warn(text); })
    {
        setDecoders(&m_decoders);
        m_app.allow_windows_style_options(false); // a path may begin with /
        m_app.require_subcommand(1);
        m_app.set_version_flag("-V,--version", versionLine);
        m_app.footer(kFooter);
        for (const Command* command : allCommands())
        {
            CLI::App* sub = m_app.add_subcommand(command->name, command->summary);
            sub->footer(command->manual);
            m_run[command] = command->add(*sub, m_console);
        }
    }

    ~Program() { setDecoders(nullptr); }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    Exit run(int argc, char** argv)
    {
        std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
        if (arguments.empty())
            return printHelp();
        if (arguments.front() == "version" || arguments.front() == "-v")
            arguments.front() = "--version";
        if (arguments.front() == "help") // help COMMAND is COMMAND --help
        {
            arguments.erase(arguments.begin());
            arguments.emplace_back("--help");
        }
        const Command* command = findCommand(arguments.front());
        if (command == nullptr && !isGlobalOption(arguments.front()))
            return failUnknown(arguments.front());
        if (command != nullptr && command->whyAbsent != nullptr)
            return fail(Exit::Unsupported, command->whyAbsent);
        return guarded(arguments, command);
    }

private:
    Exit print(const std::string& text)
    {
        try
        {
            writeOutput("-", text);
            return Exit::Success;
        }
        catch (const image::Error& error) // such as a full disk
        {
            return fail(static_cast<Exit>(error.exitCode()), error.what());
        }
    }

    // Nothing was asked for, which a script should notice.
    Exit printHelp()
    {
        const Exit printed = print(m_app.help());
        return printed == Exit::Success ? Exit::CommandLine : printed;
    }

    Exit failUnknown(const std::string& word)
    {
        std::vector<std::string> names = {"help", "--help", "--version"};
        for (const Command* command : allCommands())
            names.emplace_back(command->name);
        const std::string meant = isFileName(word) ? fmt::format("; did you mean project {}?", word)
                                                   : absentWord(word) + suggestion(word, names);
        return fail(Exit::CommandLine,
                    withHelp(fmt::format("unknown {} {}{}", word.starts_with("-") ? "option" : "command", word, meant),
                             "probenorm"));
    }

    // The first long option that neither the command nor one below it has. The parser would complain of what is missing
    // before it.
    std::optional<std::string> findUnknownOption(const std::vector<std::string>& arguments,
                                                 std::vector<std::string>& known) const
    {
        const CLI::App* meant = m_app.get_subcommand(arguments[0]);
        if (arguments.size() > 1)
            for (const CLI::App* below : meant->get_subcommands([](const CLI::App*) { return true; }))
                if (below->get_name() == arguments[1])
                    meant = below;
        for (const CLI::Option* option : meant->get_options())
            for (const std::string& name : option->get_lnames())
                known.push_back("--" + name);
        for (const std::string& argument : arguments)
        {
            const std::string name = argument.substr(0, argument.find('='));
            if (name == "--")
                return std::nullopt;
            if (name.starts_with("--") && std::find(known.begin(), known.end(), name) == known.end())
                return name;
        }
        return std::nullopt;
    }

    // Scripts may still have an option's old name.
    void renameOptions(std::vector<std::string>& arguments, const Command& command)
    {
        for (const RenamedOption& option : kRenamedOptions)
            for (std::string& argument : arguments)
            {
                if (argument == "--")
                    break;
                if (command.name != option.command || argument.substr(0, argument.find('=')) != option.before)
                    continue;
                argument.replace(0, option.before.size(), option.now);
                m_console.warn(fmt::format("{} is now {}", option.before, option.now));
            }
    }

    // Parses what follows, and runs the command.
    Exit guarded(std::vector<std::string>& arguments, const Command* command)
    {
        const Exit wrong = command != nullptr ? command->wrongCommandLine : Exit::CommandLine;
        try
        {
            const std::optional<Exit> done = parse(arguments, command, wrong);
            return done ? *done : m_run.at(command)();
        }
        catch (...)
        {
            const Failure failure = currentFailure();
            return fail(failure.exit() == Exit::CommandLine ? wrong : failure.exit(), failure.what());
        }
    }

    // The exit code if parsing was all there was to do.
    std::optional<Exit> parse(std::vector<std::string>& arguments, const Command* command, Exit wrong)
    {
        const std::string name = command != nullptr ? fmt::format("probenorm {}", command->name) : "probenorm";
        std::vector<std::string> known;
        if (command != nullptr)
            renameOptions(arguments, *command);
        if (const auto unknown = command != nullptr ? findUnknownOption(arguments, known) : std::nullopt)
            return fail(wrong,
                        withHelp(fmt::format("unknown option {}{}", *unknown, suggestion(*unknown, known)), name));
        try
        {
            std::reverse(arguments.begin(), arguments.end()); // it takes them from the back
            m_app.parse(arguments);
            return std::nullopt;
        }
        catch (const CLI::ExtrasError&)
        {
            const std::string extra = m_app.remaining(true).front();
            const char* what = extra.starts_with("-") ? "unknown option" : "unexpected argument";
            return fail(wrong, withHelp(fmt::format("{} {}", what, extra), name));
        }
        catch (const CLI::ParseError& error)
        {
            if (error.get_exit_code() != 0)
                return fail(wrong, withHelp(error.what(), name));
            std::ostringstream text; // of --help or --version
            m_app.exit(error, text, text);
            return print(text.str());
        }
    }

    Exit fail(Exit exit, const std::string& message)
    {
        m_console.error(message);
        return exit;
    }

    Console m_console;
    decode::DecoderPool m_decoders;
    CLI::App m_app{kHelp, "probenorm"};
    std::map<const Command*, std::function<Exit()>> m_run;
};

// Else the next file or socket would take the number of a closed stream, and get our texts. What stands there instead
// can be neither read nor written, so that no result is lost in silence.
void openClosedStreams()
{
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) != stream)
            throw std::system_error(errno, std::generic_category(), "/dev/null");
}

// Runs as a decoder's process, or as the tool that starts decoders.
int run(int argc, char** argv, const image::DecodeFile& decode)
{
    openClosedStreams();
    if (const std::optional<int> exit = decode::runDecoder(argc, argv, decode))
        return *exit;
    prepareForNoMemory();
    catchInterrupt();
    image::setCancelCheck(throwIfInterrupted);
    return static_cast<int>(Program(decode).run(argc, argv));
}

} // namespace

Exit runCommand(const Command& command, std::vector<std::string> arguments, Console& console)
{
    CLI::App app;
    app.allow_windows_style_options(false);
    const std::function<Exit()> run = command.add(app, console);
    try
    {
        std::reverse(arguments.begin(), arguments.end()); // it takes them from the back
        app.parse(std::move(arguments));
    }
    catch (const CLI::ParseError& error)
    {
        throw Failure(Exit::CommandLine, error.what());
    }
    return run();
}

int runProgram(int argc, char** argv, const image::DecodeFile& decode)
{
    try
    {
        return run(argc, argv, decode);
    }
    catch (const std::bad_alloc&)
    {
        reportNoMemory();
    }
    catch (const std::exception& error)
    {
        std::fprintf(stderr, "probenorm: %s\n", error.what());
    }
    return static_cast<int>(Exit::RunTime);
}

} // namespace pn::cli
