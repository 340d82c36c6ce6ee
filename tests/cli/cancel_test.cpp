// Ctrl-C: exit code 4, one line, no output.
#include "files.h"
#include "program.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <string>
#include <thread>

using namespace pn::test;

namespace {

// How long a run that computes goes on after a signal.
double secondsAfter(const Names& arguments, int signal)
{
    using Clock = std::chrono::steady_clock;
    RunningProgram program(arguments);
    EXPECT_TRUE(isSoon([&] { return program.isCatching(signal); }));
    std::this_thread::sleep_for(std::chrono::milliseconds(200)); // it has begun
    const Clock::time_point start = Clock::now();
    expectFailure(program.endBy(signal), 4, {"cancelled"});
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// Runs a command that waits for something that never comes, and sends it a signal.
Outcome interrupt(const Names& arguments, int signal)
{
    RunningProgram program(arguments);
    EXPECT_TRUE(isSoon([&] { return program.isCatching(signal) && program.isWaiting(); })) << "it does not wait";
    return program.endBy(signal);
}

} // namespace

// Benches read nothing: Ctrl-C comes as soon as it is caught, long before they are done.
TEST(Cancel, InterruptedBenchesPrintNothing)
{
    for (const char* bench : {"project", "normalize"})
    {
        SCOPED_TRACE(bench);
        RunningProgram program({"bench", bench, "--bytes", "8M", "--device", "cpu"});
        EXPECT_TRUE(isSoon([&] { return program.isCatching(SIGINT); })) << "it does not catch Ctrl-C";
        program.signal(SIGINT);
        expectFailure(program.finish(), 4, {"cancelled"});
    }
}

// 100 milliseconds are promised. A busy machine gives a process a tenth of a processor, hence a second.
constexpr double kSoon = 1;

TEST(Cancel, AnySignalEndsADfgTable)
{
    const Folder folder;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) // the whole takes 18 seconds of a processor
        EXPECT_LT(secondsAfter({"dfg", "-o", folder.path("dfg.exr"), "--size", "1024"}, signal), kSoon);
    EXPECT_EQ(folder.names(), Names{});
}

// Three manifests take long to read: one with many probes, one with many acceptances, one with a long string.
TEST(Cancel, AnySignalEndsTheReadingOfAManifest)
{
    const Folder folder;
    std::string probes, accepted;
    for (int i = 0; i < 400000; ++i)
        probes += std::string(i == 0 ? "" : ",") + R"({"id":"p)" + std::to_string(i) + R"(","file":"a.dds"})";
    for (int i = 0; i < 800000; ++i)
        accepted += std::string(i == 0 ? "" : ",") + R"({"id":"p)" + std::to_string(i % 1000) +
                    R"(","finding":"seam","reason":"x"})";
    const std::string begin = R"({"version":1,"defaults":{"check":{"accept":[)", end = R"(]}},"probes":[)";
    folder.add("probes.json", begin + end + probes + "]}");
    folder.add("accepted.json", begin + accepted + end + probes.substr(0, probes.find(R"(,{"id":"p1000")")) + "]}");
    folder.add("string.json", "\"" + std::string(250 << 20, 'x') + "\"");
    for (const char* name : {"probes.json", "accepted.json", "string.json"})
        EXPECT_LT(secondsAfter({"bake", folder.path(name), "-o", folder.path("out"), "--device", "cpu"}, SIGTERM),
                  kSoon)
            << name;
    EXPECT_FALSE(folder.has("out"));
}

// docker stop, a CI system and a closed terminal are as polite as Ctrl-C.
TEST(Cancel, AnySignalEndsTheWaitForStandardInput)
{
    const Folder folder;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        for (const Names& command : {Names{"project", "-", "-o", folder.path("out.json"), "--device", "cpu"},
                                     {"preview", "-", "-o", folder.path("out.png"), "--device", "cpu"},
                                     {"info", "-"},
                                     {"convert", "-", "--from", "canonical"}})
        {
            SCOPED_TRACE(std::to_string(signal) + " " + command[0]);
            expectFailure(interrupt(command, signal), 4, {"cancelled"});
        }
    EXPECT_EQ(folder.names(), Names{});
}

// Nobody is at the other end of the pipe before the signal, and nobody comes after it.
TEST(Cancel, AnySignalEndsTheWaitForAPipe)
{
    const Folder folder;
    const std::string pipe = folder.path("pipe");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const std::string map = folder.add("map.hdr", flatMap(4, 2));
    const std::vector<Names> commands = {
        {"info", pipe},
        {"convert", pipe},
        {"project", pipe, "--device", "cpu"},
        {"project", map, "-o", pipe, "--device", "cpu"},
        {"bake", pipe, "-o", folder.path("baked"), "--device", "cpu"},
    };
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        for (const Names& command : commands)
        {
            SCOPED_TRACE(std::to_string(signal) + " " + command[0] + " " + command[1]);
            expectFailure(interrupt(command, signal), 4, {"cancelled"});
        }
    EXPECT_EQ(folder.names(), (Names{"map.hdr", "pipe"}));
}

// The writer is there and says nothing, or stops in the middle; the reader is there and reads nothing.
TEST(Cancel, AnySignalEndsAReadOrAWriteOfAPipe)
{
    const Folder folder;
    const std::string pipe = folder.path("pipe");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    const int file = open(pipe.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    const std::string map = folder.add("map.hdr", flatMap(4, 2));
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
