// Several devices share a bake: lavapipe, SwiftShader and the CPU, and whoever makes a probe, its bytes are the same.
#include "bake_files.h"
#include "program.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <sstream>
#include <thread>

using namespace pn::test;

namespace {

// The devices that probes were made by, and how many by each.
std::map<std::string, int> devicesOf(const std::string& log)
{
    std::map<std::string, int> names;
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);)
    {
        const auto entry = nlohmann::json::parse(line);
        if (entry["event"] == "probe")
            ++names[entry["device"].get<std::string>()];
    }
    return names;
}

// What happened, in order.
std::vector<std::string> eventsOf(const std::string& log)
{
    std::vector<std::string> events;
    std::istringstream lines(log);
    for (std::string line; std::getline(lines, line);)
        events.push_back(nlohmann::json::parse(line)["event"]);
    return events;
}

std::vector<std::string> onDevices(const BakeScene& scene, const std::string& devices, const std::string& folder)
{
    // Little memory, so that there are many batches.
    std::vector<std::string> all = scene.arguments(folder, {"--max-memory", "4M", "--jobs", "4"});
    all[5] = devices;
    return all;
}

bool isSoon(const std::function<bool()>& condition)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!condition())
    {
        if (std::chrono::steady_clock::now() > end)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

// For what is started while this lives, the only driver is a pipe: Vulkan's loader waits for somebody to write to it.
class StuckDriver
{
public:
    explicit StuckDriver(std::string path) : m_path(std::move(path))
    {
        EXPECT_EQ(mkfifo(m_path.c_str(), 0600), 0);
        setenv("VK_DRIVER_FILES", m_path.c_str(), 1);
        setenv("VK_ICD_FILENAMES", m_path.c_str(), 1);
    }
    ~StuckDriver()
    {
        setenv("VK_DRIVER_FILES", m_before.c_str(), 1);
        setenv("VK_ICD_FILENAMES", m_before.c_str(), 1);
    }
    StuckDriver(const StuckDriver&) = delete;
    StuckDriver& operator=(const StuckDriver&) = delete;

    // Whether a program waits for the driver. It reads an empty file then.
    bool isAskedFor() const
    {
        const int pipe = open(m_path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
        return pipe >= 0 && close(pipe) == 0;
    }

private:
    std::string m_path;
    std::string m_before = std::getenv("VK_DRIVER_FILES");
};

} // namespace

TEST(BakeDevices, ShareProbesAndNoByteDiffers)
{
    BakeScene scene(640, 16); // of which jobs compute 256 and a few more before the devices are open
    scene.json()["defaults"]["mips"] = false;
    scene.save();
    const Outcome alone = run(scene.arguments("alone"));
    ASSERT_EQ(alone.exit, 0) << alone.err;
    const Outcome together = run(onDevices(scene, "vulkan:0,vulkan:1,cpu", "together"));
    ASSERT_EQ(together.exit, 0) << together.err;
    EXPECT_EQ(differences(scene.path("alone"), scene.path("together")), std::vector<std::string>{});
    EXPECT_GE(devicesOf(readText(scene.path("together/bake.log.jsonl"))).size(), 2u); // the third may have been late
}

// Drivers take longer to start than a probe takes from its file to its results.
TEST(BakeDevices, CpuComputesUntilTheyAreOpen)
{
    BakeScene scene(48, 16);
    scene.json()["defaults"]["mips"] = false;
    scene.save();
    bake(scene, "alone");
    const std::map<std::string, int> cpu = devicesOf(readText(scene.path("alone/bake.log.jsonl")));
    ASSERT_EQ(cpu.size(), 1u);
    const Outcome together = run(onDevices(scene, "vulkan:0,vulkan:1", "together"));
    ASSERT_EQ(together.exit, 0) << together.err;
    EXPECT_EQ(differences(scene.path("alone"), scene.path("together")), std::vector<std::string>{});
    const std::string log = readText(scene.path("together/bake.log.jsonl"));
    EXPECT_EQ(devicesOf(log).count(cpu.begin()->first), 1u);
    const std::vector<std::string> events = eventsOf(log);
    EXPECT_EQ(events[0], "start");
    EXPECT_EQ(events[1], "devices") << "before any probe has its name";
}

// With memory for a few probes, a device is soon behind, and the jobs help it. They do more than the 256 that they may
// have files for before it is open, and the few more that fit into memory.
TEST(BakeDevices, CpuHelpsThemWhereItIsNamed)
{
    BakeScene scene(480, 16);
    scene.json()["defaults"]["mips"] = false;
    scene.save();
    bake(scene, "alone");
    const std::string cpu = devicesOf(readText(scene.path("alone/bake.log.jsonl"))).begin()->first;
    const Outcome together = run(onDevices(scene, "vulkan:0,cpu", "together"));
    ASSERT_EQ(together.exit, 0) << together.err;
    EXPECT_EQ(differences(scene.path("alone"), scene.path("together")), std::vector<std::string>{});
    EXPECT_GT(devicesOf(readText(scene.path("together/bake.log.jsonl")))[cpu], 400);
}

// No driver is asked, which may take longer than the bake.
TEST(BakeDevices, AutoIsTheCpu)
{
    BakeScene scene(4, 16);
    const StuckDriver driver(scene.path("driver.json"));
    RunningProgram program(onDevices(scene, "auto", "out"));
    const bool isBaked = isSoon([&] { return std::filesystem::exists(scene.path("out/bake.json")); });
    if (!isBaked)
        program.signal(SIGKILL);
    ASSERT_TRUE(isBaked) << "it waits for a driver";
    EXPECT_FALSE(driver.isAskedFor());
    const Outcome result = program.finish();
    EXPECT_EQ(result.exit, 0) << result.err;
    const Outcome byDefault = run({"bake", scene.manifest(), "-o", scene.path("default")});
    EXPECT_EQ(byDefault.exit, 0) << byDefault.err;
    bake(scene, "cpu");
    const auto cpu = devicesOf(readText(scene.path("cpu/bake.log.jsonl")));
    for (const char* folder : {"out", "default"})
    {
        EXPECT_EQ(differences(scene.path(folder), scene.path("cpu")), std::vector<std::string>{}) << folder;
        EXPECT_EQ(devicesOf(readText(scene.path(std::string(folder) + "/bake.log.jsonl"))), cpu) << folder;
    }
}

// Whether that comes before they are open or after.
TEST(BakeDevices, InterruptEndsTheBake)
{
    const BakeScene scene(640, 16);
    std::vector<std::string> arguments = onDevices(scene, "vulkan:0,vulkan:1", "out");
    arguments.emplace_back("--quiet"); // a line of progress may come before the reason
    RunningProgram program(arguments);
    EXPECT_TRUE(isSoon([&] { return std::filesystem::exists(scene.path("out/bake.log.jsonl")); }));
    program.signal(SIGINT);
    expectFailure(program.finish(), 4, {"cancelled", "of 640 probes are done"});
}

TEST(BakeDevices, NothingIsBakedWhereOneCannotBeOpened)
{
    const BakeScene scene(8, 16);
    expectFailure(run(onDevices(scene, "cpu,vulkan:99", "out")), 4, {"no such Vulkan device"});
    EXPECT_EQ(records(scene.path("out")).size(), 0u);
}

TEST(BakeDevices, AreNamedOnceEach)
{
    const BakeScene scene(1, 4);
    expectFailure(run(onDevices(scene, "vulkan:0,vulkan:0", "out")), 1, {"--device", "vulkan:0 twice"});
    expectFailure(run(onDevices(scene, "vulkan:swiftshader,vulkan:swiftshader", "out-2")), 1, {"--device", "twice"});
    expectFailure(run(onDevices(scene, "auto,cpu", "out-3")), 1, {"--device auto", "stands alone"});
    expectFailure(run(onDevices(scene, "cpu,gpu", "out-4")), 1, {"--device"});
}

TEST(BakeDevices, SoftwareDriversTakePartOnlyWhereTheyAreNamed)
{
    const BakeScene scene(2, 4);
    expectFailure(run(onDevices(scene, "vulkan:all", "none")), 4, {"--device vulkan:all", "no GPU"});
    const Outcome all = run(onDevices(scene, "all", "all"));
    ASSERT_EQ(all.exit, 0) << all.err;
    EXPECT_EQ(devicesOf(readText(scene.path("all/bake.log.jsonl"))).size(), 1u); // the CPU
}

TEST(BakeDevices, OtherCommandsTakeOne)
{
    const BakeScene scene(1, 4);
    for (const char* devices : {"all", "vulkan:all", "vulkan:0,cpu"})
        expectFailure(run({"project", scene.path("probe-0.dds"), "--device", devices}), 1, {"--device", "one device"});
}
