#include "commands/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pn::cli {
namespace {

// Escapes text for a single-quoted string of a shell.
std::string quoted(const std::string& text)
{
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

// zsh gives brackets and colons a meaning of their own.
std::string escapedForZsh(const std::string& text)
{
    std::string out;
    for (const char c : text)
        out += c == '[' || c == ']' || c == ':' ? std::string("\\") + c : std::string(1, c);
    return out;
}

std::vector<std::string> optionNames(const CommandText& command)
{
    std::vector<std::string> names;
    for (const OptionText& option : command.options)
        if (!option.isArgument)
            names.insert(names.end(), option.names.begin(), option.names.end());
    return names;
}

std::string bashCase(const CommandText& command)
{
    std::vector<std::string> words = command.subcommands;
    if (command.name.empty())
        words.emplace_back("help");
    const std::vector<std::string> names = optionNames(command);
    words.insert(words.end(), names.begin(), names.end());
    std::string out;
    for (const OptionText& option : command.options)
        if (const auto values = option.words(); !values.empty())
            for (const std::string& name : option.names)
                out += fmt::format("        {}) words={} ;;\n", quoted(command.name + " " + name),
                                   quoted(fmt::format("{}", fmt::join(values, " "))));
    return out + fmt::format("        {}*) words={} ;;\n", quoted(command.name + " "),
                             quoted(fmt::format("{}", fmt::join(words, " "))));
}

std::string zshOption(const OptionText& option)
{
    const auto values = option.words();
    std::string value;
    if (!values.empty())
        value = fmt::format(":value:({})", fmt::join(values, " "));
    else if (!option.value.empty())
        value = ":value:_files";
    std::string out;
    for (const std::string& name : option.names)
        out += " \\\n        " + quoted(fmt::format("{}[{}]{}", name, escapedForZsh(option.help), value));
    return out;
}

std::string fishOption(const CommandText& command, const OptionText& option)
{
    std::string out = "complete -c probenorm";
    if (!command.name.empty())
        out += fmt::format(" -n {}", quoted("__fish_seen_subcommand_from " + command.name));
    for (const std::string& name : option.names)
        out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (const auto values = option.words(); !values.empty())
        out += fmt::format(" -xa {}", quoted(fmt::format("{}", fmt::join(values, " "))));
    else if (!option.value.empty())
        out += " -r";
    return out + fmt::format(" -d {}\n", quoted(option.help));
}

} // namespace

std::string bashCompletion(const std::vector<CommandText>& commands)
{
    std::string out =
        "# bash completion of probenorm\n_probenorm()\n{\n"
        "    local current=\"${COMP_WORDS[COMP_CWORD]}\" previous=\"${COMP_WORDS[COMP_CWORD-1]}\"\n"
        "    local command=\"\" words=\"\"\n"
        "    [ \"$COMP_CWORD\" -gt 1 ] && command=\"${COMP_WORDS[1]}\"\n"
        "    [ \"$command\" = bench ] && [ \"$COMP_CWORD\" -gt 2 ] && command=\"bench ${COMP_WORDS[2]}\"\n"
        "    case \"$command $previous\" in\n";
    for (auto command = commands.rbegin(); command != commands.rend(); ++command) // "bench project" before "bench"
        out += bashCase(*command);
    return out + "    esac\n    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n}\n"
                 "complete -o default -F _probenorm probenorm\n";
}

std::string zshCompletion(const std::vector<CommandText>& commands)
{
    std::string out = "#compdef probenorm\n_probenorm()\n{\n    local command=\"$words[2]\"\n"
                      "    if (( CURRENT == 2 )); then\n        _values command help";
    for (const CommandText& command : commands)
        if (!command.name.empty() && command.name.find(' ') == std::string::npos)
            out += " \\\n            " + quoted(fmt::format("{}[{}]", command.name, escapedForZsh(command.summary)));
    out += "\n        return\n    fi\n"
           "    [[ $command = bench ]] && (( CURRENT > 3 )) && command=\"bench $words[3]\"\n    case $command in\n";
    for (const CommandText& command : commands)
    {
        if (command.name.empty())
            continue;
        out += fmt::format("    {})\n        _arguments", quoted(command.name));
        for (const OptionText& option : command.options)
            if (!option.isArgument)
                out += zshOption(option);
        out += command.subcommands.empty()
                   ? " \\\n        '*:file:_files' ;;\n"
                   : fmt::format(" \\\n        '*:command:({})' ;;\n", fmt::join(command.subcommands, " "));
    }
    return out + "    esac\n}\n_probenorm \"$@\"\n";
}

std::string fishCompletion(const std::vector<CommandText>& commands)
{
    std::string out = "# fish completion of probenorm\n";
    for (const CommandText& command : commands)
    {
        if (!command.name.empty() && command.name.find(' ') == std::string::npos)
            out += fmt::format("complete -c probenorm -f -n __fish_use_subcommand -a {} -d {}\n", command.name,
                               quoted(command.summary));
        for (const OptionText& option : command.options)
            if (!option.isArgument)
                out += fishOption(command, option);
    }
    return out;
}

} // namespace pn::cli
