// Ctrl-C: exit code 4, one line, no output.
#include "files.h"
#include "program.h"

#include <signal.h>

#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <vector>

using namespace pn::test;

namespace {

void waitFor(const std::function<bool()>& condition, const char* what)
{
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::seconds(60);
    while (!condition() && Clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_TRUE(condition()) << what;
}

// Runs a command that reads its standard input, presses Ctrl-C while it waits, and then gives it a whole input.
Outcome interrupt(const std::vector<std::string>& arguments, const std::string& input)
{
    RunningProgram program(arguments);
    waitFor([&] { return program.isWaitingForInput(); }, "it does not read its standard input");
    program.signal(SIGINT);
    program.write(input);
    return program.finish();
}

std::string whiteMap()
{
    return radianceFile(4, 2, [](auto, auto) { return Rgb{1, 1, 1}; });
}

} // namespace

// Benches read nothing: Ctrl-C comes as soon as it is caught, long before they are done.
TEST(Cancel, InterruptedBenchesPrintNothing)
{
    const std::vector<std::vector<std::string>> benches = {
        {"project", "--bytes", "8M"},
        {"normalize", "--bytes", "8M"},
        {"reduce", "--elements", "4M"},
        {"context", "--runs", "10000"},
    };
    for (const std::vector<std::string>& bench : benches)
    {
        SCOPED_TRACE(bench[0]);
        std::vector<std::string> arguments = {"bench"};
        arguments.insert(arguments.end(), bench.begin(), bench.end());
        arguments.insert(arguments.end(), {"--device", "cpu"});
        RunningProgram program(arguments);
        waitFor([&] { return program.isCatching(SIGINT); }, "it does not catch Ctrl-C");
        program.signal(SIGINT);
        expectFailure(program.finish(), 4, {"cancelled"});
    }
}

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

// docker stop, a CI system and a closed terminal are as polite as Ctrl-C.
TEST(Cancel, OtherSignalsThatEndAProcessDoTheSame)
{
    for (const int signal : {SIGTERM, SIGHUP})
    {
        Folder folder;
        RunningProgram program({"project", "-", "-o", folder.path("out.json"), "--device", "cpu"});
        waitFor([&] { return program.isWaitingForInput() && program.isCatching(signal); }, "it does not wait");
        program.signal(signal);
        program.write(whiteMap());
        expectFailure(program.finish(), 4, {"cancelled"});
        EXPECT_TRUE(folder.names().empty());
    }
}
