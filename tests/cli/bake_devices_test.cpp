// Several devices share a bake: lavapipe, SwiftShader and the CPU, and whoever makes a probe, its bytes are the same.
#include "bake_files.h"
#include "program.h"

#include <algorithm>
#include <map>
#include <sstream>

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

// Names do not wait for the device there, so a probe may come before its line.
TEST(BakeDevices, AutoTellsItsDeviceOnceWheneverItIsOpen)
{
    const BakeScene scene(16, 16);
    const Outcome result = run(onDevices(scene, "auto", "out"));
    ASSERT_EQ(result.exit, 0) << result.err;
    const std::vector<std::string> events = eventsOf(readText(scene.path("out/bake.log.jsonl")));
    EXPECT_EQ(events.front(), "start");
    EXPECT_EQ(events.back(), "end");
    EXPECT_EQ(std::count(events.begin(), events.end(), "devices"), 1);
    EXPECT_EQ(std::count(events.begin(), events.end(), "probe"), 16);
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
