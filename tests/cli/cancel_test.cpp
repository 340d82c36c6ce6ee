// Ctrl-C: exit code 4, one line, no output.
#include "files.h"
#include "program.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
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

// Runs a command that waits for something that never comes, and sends it a signal.
Outcome interrupt(const std::vector<std::string>& arguments, int signal = SIGINT)
{
    RunningProgram program(arguments);
    waitFor([&] { return program.isCatching(signal) && program.isWaiting(); }, "it does not wait");
    return program.endBy(signal);
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
    expectFailure(interrupt({"project", "-", "-o", folder.path("out.json"), "--device", "cpu"}), 4, {"cancelled"});
    EXPECT_EQ(folder.names(), std::vector<std::string>{});
}

TEST(Cancel, InterruptedPreviewWritesNothing)
{
    const Folder folder;
    expectFailure(interrupt({"preview", "-", "-o", folder.path("out.png"), "--device", "cpu"}), 4, {"cancelled"});
    EXPECT_EQ(folder.names(), std::vector<std::string>{});
}

TEST(Cancel, InterruptedCommandsPrintNothing)
{
    expectFailure(interrupt({"info", "-"}), 4, {"cancelled"});
    expectFailure(interrupt({"convert", "-", "--from", "canonical"}), 4, {"cancelled"});
}

// docker stop, a CI system and a closed terminal are as polite as Ctrl-C.
TEST(Cancel, OtherSignalsThatEndAProcessDoTheSame)
{
    for (const int signal : {SIGTERM, SIGHUP})
    {
        Folder folder;
        expectFailure(interrupt({"project", "-", "-o", folder.path("out.json"), "--device", "cpu"}, signal), 4,
                      {"cancelled"});
        EXPECT_TRUE(folder.names().empty());
    }
}

// Nobody is at the other end of the pipe before the signal, and nobody comes after it.
TEST(Cancel, AnySignalEndsTheWaitForAPipe)
{
    const Folder folder;
    const std::string pipe = folder.path("pipe");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const std::string map = folder.add("map.hdr", whiteMap());
    const std::vector<std::vector<std::string>> commands = {
        {"info", pipe},
        {"convert", pipe},
        {"project", pipe, "--device", "cpu"},
        {"project", map, "-o", pipe, "--device", "cpu"},
        {"bake", pipe, "-o", folder.path("baked"), "--device", "cpu"},
    };
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        for (const std::vector<std::string>& command : commands)
        {
            SCOPED_TRACE(std::to_string(signal) + " " + command[0] + " " + command[1]);
            expectFailure(interrupt(command, signal), 4, {"cancelled"});
        }
    EXPECT_EQ(folder.names(), (std::vector<std::string>{"map.hdr", "pipe"}));
}

// The writer is there and says nothing, or stops in the middle; the reader is there and reads nothing.
TEST(Cancel, AnySignalEndsAReadOrAWriteOfAPipe)
{
    const Folder folder;
    const std::string pipe = folder.path("pipe");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const int file = open(pipe.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    const std::string map = folder.add("map.hdr", whiteMap());
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    {
        SCOPED_TRACE(signal);
        expectFailure(interrupt({"info", pipe}, signal), 4, {"cancelled"});
        ASSERT_EQ(write(file, "#?RAD", 5), 5);
        expectFailure(interrupt({"info", pipe}, signal), 4, {"cancelled"});
        while (write(file, "\n", 1) == 1)
            continue;
        expectFailure(interrupt({"project", map, "-o", pipe, "--device", "cpu"}, signal), 4, {"cancelled"});
        std::array<char, 4096> bytes{};
        while (read(file, bytes.data(), bytes.size()) > 0)
            continue;
    }
    close(file);
}
