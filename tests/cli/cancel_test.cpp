// Ctrl-C: exit code 4, one line, no output.
#include "files.h"
#include "program.h"

#include <signal.h>

#include <chrono>
#include <thread>

using namespace pn::test;

TEST(Cancel, InterruptEndsProjectWithOneLineAndNoOutput)
{
    const Folder folder;
    const std::string map = radianceFile(4, 2, [](auto, auto) { return Rgb{1, 1, 1}; });
    RunningProgram program({"project", "-", "-o", folder.path("out.json"), "--device", "cpu"});
    using Clock = std::chrono::steady_clock;
    for (const auto end = Clock::now() + std::chrono::seconds(60); !program.isWaitingForInput();)
    {
        ASSERT_LT(Clock::now(), end) << "it does not read its standard input";
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    program.signal(SIGINT);
    program.write(map); // a whole input; only the cancel can stop it now
    expectFailure(program.finish(), 4, {"cancelled"});
    EXPECT_EQ(folder.names(), std::vector<std::string>{});
}
