#include "commands/manual_page.h"

#include "support/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pn::cli {
namespace {

// Backslashes, dashes, and periods and quotes at the start of a line mean something to roff.
std::string escaped(const std::string& text)
{
    std::string out;
    bool isLineStart = true;
    for (const char c : text)
    {
        if (isLineStart && (c == '.' || c == '\''))
            out += "\\&";
        out += c == '\\' ? std::string("\\e") : c == '-' ? std::string("\\-") : std::string(1, c);
        isLineStart = c == '\n';
    }
    return out;
}

std::string synopsis(const CommandText& command)
{
    std::string out = ".B probenorm" + (command.name.empty() ? "" : " " + command.name);
    if (!command.subcommands.empty())
        return out + "\n.I COMMAND\n.RI [ options ]\n";
    for (const OptionText& option : command.options)
        if (option.isArgument)
            out += fmt::format("\n.I {}", option.names.front());
    return out + "\n.RI [ options ]\n";
}

std::string optionEntry(const OptionText& option)
{
    const std::string names = fmt::format("{}", fmt::join(option.names, ", "));
    return fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", escaped(names),
                       option.value.empty() ? "" : " \\fI" + escaped(option.value) + "\\fR", escaped(option.help));
}

std::string optionEntries(const CommandText& command)
{
    std::vector<std::string> groups;
    for (const OptionText& option : command.options)
        if (std::find(groups.begin(), groups.end(), option.group) == groups.end())
            groups.push_back(option.group);
    std::string out;
    for (const std::string& group : groups)
    {
        out += fmt::format(".SH {}\n", group.empty() ? "OPTIONS" : escaped(group));
        for (const OptionText& option : command.options)
            if (option.group == group)
                out += optionEntry(option);
    }
    return out;
}

} // namespace

std::string manualPageName(const CommandText& command)
{
    std::string name = command.name.empty() ? "probenorm" : "probenorm-" + command.name;
    std::replace(name.begin(), name.end(), ' ', '-');
    return name;
}

std::string manualPage(const CommandText& command)
{
    const std::string name = manualPageName(command);
    std::string out =
        fmt::format(".TH {} 1 \"\" \"probenorm {}\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n{}", escaped(name),
                    versionText(), escaped(name), escaped(command.summary), synopsis(command));
    out += optionEntries(command);
    if (!command.manual.empty())
        out += fmt::format(".SH NOTES\n.nf\n{}\n.fi\n", escaped(command.manual));
    for (const std::string& sub : command.subcommands)
        out += fmt::format("{}.BR {}\\-{} (1)\n", &sub == &command.subcommands.front() ? ".SH SEE ALSO\n" : "",
                           escaped(name), escaped(sub));
    return out;
}

} // namespace pn::cli
