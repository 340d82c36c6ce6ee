// Which device a bake runs on, and that its bytes are the same on each: lavapipe, SwiftShader and the CPU.
#include "bake_files.h"
#include "program.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <map>

using namespace pn::test;

namespace {

// The devices that probes were made by, and how many by each.
std::map<std::string, int> devicesOf(const std::string& folder)
{
    std::map<std::string, int> names;
    for (const nlohmann::json& event : events(folder))
        if (event["event"] == "probe")
            ++names[event["device"].get<std::string>()];
    return names;
}

Names onDevice(const BakeScene& scene, const std::string& device, const std::string& folder)
{
    // Little memory, so that there are many batches.
    Names all = scene.arguments(folder, {"--max-memory", "4M", "--jobs", "4"});
    all[5] = device;
    return all;
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

TEST(BakeDevices, EachGivesTheSameBytes)
{
    BakeScene scene(40, 16);
    scene.json()["defaults"]["mips"] = false;
    scene.save();
    bake(scene, "cpu");
    for (const std::string index : {"0", "1"})
    {
        const std::string folder = "vulkan-" + index;
        const Outcome outcome = run(onDevice(scene, "vulkan:" + index, folder));
        ASSERT_EQ(outcome.exit, 0) << outcome.err;
        expectSame(scene, "cpu", folder);
        EXPECT_NE(devicesOf(scene.path(folder)), devicesOf(scene.path("cpu")));
    }
}

// No driver is asked, which may take longer than the bake.
TEST(BakeDevices, AutoIsTheCpu)
{
    BakeScene scene(4, 16);
    const StuckDriver driver(scene.path("driver.json"));
    RunningProgram program(onDevice(scene, "auto", "out"));
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
    for (const char* folder : {"out", "default"})
    {
        expectSame(scene, folder, "cpu");
        EXPECT_EQ(devicesOf(scene.path(folder)), devicesOf(scene.path("cpu"))) << folder;
    }
}

TEST(BakeDevices, NothingIsBakedWhereItCannotBeOpened)
{
    const BakeScene scene(8, 16);
    expectFailure(run(onDevice(scene, "vulkan:99", "out")), 4, {"no such Vulkan device"});
    EXPECT_EQ(records(scene.path("out")).size(), 0u);
}

TEST(BakeDevices, SeveralAreRefused)
{
    const BakeScene scene(1, 4);
    for (const char* devices : {"all", "cpu,cpu"})
        expectFailure(run(onDevice(scene, devices, "out")), 1, {"--device must be", devices});
    EXPECT_FALSE(std::filesystem::exists(scene.path("out")));
}
