// Ctrl-C: exit code 4, one line, no output.
#include "files.h"
#include "program.h"

#include <signal.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

using namespace pn::test;

namespace {

// Runs a command that reads its standard input, presses Ctrl-C while it waits, and then gives it a whole input.
Outcome interrupt(const std::vector<std::string>& arguments, const std::string& input)
{
    RunningProgram program(arguments);
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::seconds(60);
    while (!program.isWaitingForInput() && Clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_TRUE(program.isWaitingForInput()) << "it does not read its standard input";
    program.signal(SIGINT);
    program.write(input);
    return program.finish();
}

std::string whiteMap()
{
    return radianceFile(4, 2, [](auto, auto) { return Rgb{1, 1, 1}; });
}

} // namespace

TEST(Cancel, InterruptedProjectWritesNothing)
{
    const Folder folder;
    expectFailure(interrupt({"project", "-", "-o", folder.path("out.json"), "--device", "cpu"}, whiteMap()), 4,
                  {"cancelled"});
    EXPECT_EQ(folder.names(), std::vector<std::string>{});
}

TEST(Cancel, InterruptedPreviewWritesNothing)
{
    const Folder folder;
    expectFailure(interrupt({"preview", "-", "-o", folder.path("out.png"), "--device", "cpu"}, whiteMap()), 4,
                  {"cancelled"});
    EXPECT_EQ(folder.names(), std::vector<std::string>{});
}

TEST(Cancel, InterruptedCommandsPrintNothing)
{
    expectFailure(interrupt({"info", "-"}, whiteMap()), 4, {"cancelled"});
    expectFailure(interrupt({"convert", "-", "--from", "canonical"}, "(1, 2, 3);\n"), 4, {"cancelled"});
}
