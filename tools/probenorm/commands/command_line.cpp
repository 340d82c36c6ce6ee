#include "commands/command_line.h"

#include "support/text.h"

#include <CLI/CLI.hpp>

namespace pn::cli {
namespace {

OptionText textOf(const CLI::Option& option)
{
    OptionText text;
    text.isArgument = option.get_lnames().empty() && option.get_snames().empty();
    for (const std::string& name : option.get_snames())
        text.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames())
        text.names.push_back("--" + name);
    if (text.isArgument)
        text.names.push_back(option.get_name(true));
    text.value = option.get_items_expected_max() > 0 && !text.isArgument ? option.get_type_name() : "";
    if (text.value.empty() && option.get_items_expected_max() > 0 && !text.isArgument)
        text.value = "VALUE";
    text.help = option.get_description();
    text.group = option.get_group();
    return text;
}

void addTexts(const CLI::App& app, const std::string& name, std::vector<CommandText>& texts)
{
    CommandText text;
    text.name = name;
    text.summary = app.get_description();
    text.manual = app.get_footer();
    for (const CLI::Option* option : app.get_options())
        text.options.push_back(textOf(*option));
    const auto all = app.get_subcommands([](const CLI::App*) { return true; });
    for (const CLI::App* sub : all)
        text.subcommands.push_back(sub->get_name());
    texts.push_back(text);
    for (const CLI::App* sub : all)
        addTexts(*sub, name.empty() ? sub->get_name() : name + " " + sub->get_name(), texts);
}

} // namespace

std::vector<std::string> OptionText::words() const
{
    std::vector<std::string> words;
    if (value.find('|') == std::string::npos)
        return words;
    for (const std::string_view word : split(value, '|'))
        if (word == lowerCase(word)) // "vulkan:INDEX" is not a word
            words.emplace_back(word);
    return words;
}

std::vector<CommandText> commandTexts(const CLI::App& program)
{
    std::vector<CommandText> texts;
    addTexts(program, "", texts);
    return texts;
}

} // namespace pn::cli
