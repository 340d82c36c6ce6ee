#include "commands/command.h"
#include "commands/completion.h"
#include "commands/manual_page.h"
#include "run/output.h"
#include "support/failure.h"

#include "image/files/output_file.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <memory>

namespace pn::cli {
namespace {

using Script = std::string (*)(const std::vector<CommandText>&);

// What package managers install beside the program.
struct ShellFile
{
    const char* shell;
    const char* path; // below share
    Script script;
};

constexpr std::array<ShellFile, 3> kShells = {{
    {"bash", "bash-completion/completions/probenorm", bashCompletion},
    {"zsh", "zsh/site-functions/_probenorm", zshCompletion},
    {"fish", "fish/vendor_completions.d/probenorm.fish", fishCompletion},
}};

struct CompletionOptions
{
    std::string shell;
    std::string folder;
    MessageOptions messages;
};

void writeBelow(const std::string& folder, const std::string& name, const std::string& text)
{
    const std::filesystem::path path = std::filesystem::path(folder) / name;
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    if (error)
        throw Failure(Exit::FileIo, fmt::format("{}: cannot make the folder: {}", path.string(), error.message()));
    writeOutput(path.string(), text);
}

void writeAll(const std::string& folder, const std::vector<CommandText>& commands)
{
    for (const ShellFile& shell : kShells)
        writeBelow(folder, shell.path, shell.script(commands));
    for (const CommandText& command : commands)
        writeBelow(folder, fmt::format("man/man1/{}.1", manualPageName(command)), manualPage(command));
}

Exit run(CompletionOptions& options, const CLI::App& program, Console& console)
{
    options.messages.applyTo(console);
    const std::vector<CommandText> commands = commandTexts(program);
    if (!options.folder.empty())
        writeAll(options.folder, commands);
    for (const ShellFile& shell : kShells)
        if (options.shell == shell.shell)
            writeOutput("-", shell.script(commands));
    if (options.folder.empty() && options.shell.empty())
        throw Failure(Exit::CommandLine, "SHELL is required, or --install; see probenorm completion --help");
    return Exit::Success;
}

std::function<Exit()> add(CLI::App& app, Console& console)
{
    const auto options = std::make_shared<CompletionOptions>();
    addWord(app, "SHELL", {"bash", "zsh", "fish"}, "Whose script is printed",
            [options](std::size_t index) { options->shell = kShells.at(index).shell; });
    addText(app, "--install", options->folder,
            "Write the scripts and the manual pages below a folder such as /usr/share")
        .takes("DIR");
    options->messages.addTo(app);
    const CLI::App* program = app.get_parent();
    return [options, program, &console] { return run(*options, *program, console); };
}

constexpr const char* kManual =
    R"(Prints a script that completes commands, options and their words; with --install it writes the scripts of all
three shells and a manual page for each command. All of them are made of what --help prints.

  source <(probenorm completion bash)
  probenorm completion --install ~/.local/share)";

} // namespace

const Command kCompletionCommand{
    .name = "completion",
    .summary = "Print completions for a shell, or install them with manual pages",
    .manual = kManual,
    .add = add,
};

} // namespace pn::cli
