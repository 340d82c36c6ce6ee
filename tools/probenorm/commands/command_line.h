// The commands and options of the program as data, taken from the parser: what manual pages and completions are made
// of.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace pn::cli {

struct OptionText
{
    std::vector<std::string> names; // "-o", "--output"; one word without dashes for an argument
    std::string value;              // "FILE", "text|json"; empty for a flag
    std::string help;
    std::string group;
    bool isArgument = false;

    // The words that value allows; empty where it may be anything.
    std::vector<std::string> words() const;
};

struct CommandText
{
    std::string name; // "bench project"
    std::string summary;
    std::string manual;
    std::vector<OptionText> options;
    std::vector<std::string> subcommands; // their last words
};

// The program itself first, with an empty name, then its commands and what is below them.
std::vector<CommandText> commandTexts(const CLI::App& program);

} // namespace pn::cli
