// docs/cli.md says what the program does.
#include "commands/command.h"
#include "program.h"
#include "support/failure.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>

using namespace pn::cli;

namespace {

std::string manual()
{
    std::ifstream file(PN_CLI_MANUAL);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::set<std::string> matches(const std::string& text, const char* pattern)
{
    const std::regex regex(pattern);
    std::set<std::string> found;
    for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at)
        found.insert((*at)[1]);
    return found;
}

std::set<std::string> optionsOf(const std::vector<std::string>& arguments)
{
    return matches(pn::test::run(arguments).out, "\n +(?:-[a-z],)?(--[a-z-]+)");
}

} // namespace

TEST(Manual, ExitCodesAreThoseOfTheEnum)
{
    const std::string text = manual();
    const std::regex row(R"(\n\| (\d) \| ([^|]+) \|)");
    std::vector<std::pair<Exit, std::string>> documented;
    for (std::sregex_iterator at(text.begin(), text.end(), row), end; at != end; ++at)
        documented.emplace_back(static_cast<Exit>(std::stoi((*at)[1])), (*at)[2]);
    const std::vector<std::pair<Exit, std::string>> built = {
        {Exit::Success, "success"},  {Exit::CommandLine, "command line"},
        {Exit::FileIo, "file I/O"},  {Exit::InvalidInput, "invalid input"},
        {Exit::RunTime, "run time"}, {Exit::Unsupported, "unsupported"},
    };
    EXPECT_EQ(documented, built);
}

TEST(Manual, HasASectionForEachCommand)
{
    std::set<std::string> commands;
    for (const Command* command : allCommands())
        commands.insert(command->name);
    EXPECT_EQ(matches(manual(), "\n### `probenorm ([a-z]+)"), commands);
}

TEST(Manual, NamesOptionsThatThereAre)
{
    std::set<std::string> built = {"--version"};
    for (const Command* command : allCommands())
    {
        built.merge(optionsOf({command->name, "--help"}));
        if (command == &kBenchCommand)
            for (const Command* bench : allBenches())
                built.merge(optionsOf({command->name, bench->name, "--help"}));
    }
    const std::set<std::string> named = matches(manual(), "`(?:-[a-z], )?(--[a-z-]+)");
    EXPECT_GT(named.size(), 20u);
    for (const std::string& option : named)
        EXPECT_EQ(built.count(option), 1u) << option;
}
