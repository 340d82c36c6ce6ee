// A bake whose device is lost in the middle of a batch ends with the bytes that the CPU makes. The fault layer of
// tests/vulkan loses it.
#include "bake_files.h"
#include "program.h"

#include <cstdlib>
#include <filesystem>
#include <string>

using namespace pn::test;

namespace {

// The fault layer's orders, for what is started while this lives: the n-th submission and all after it lose the device.
class LostDevice
{
public:
    explicit LostDevice(const char* call)
    {
        setenv("PN_FAULT_RESULT", "-4", 1);
        setenv("PN_FAULT_STICKY", "1", 1);
        setenv("PN_FAULT_NAME", "vkQueueSubmit", 1);
        setenv("PN_FAULT_CALL", call, 1);
    }
    ~LostDevice()
    {
        for (const char* name : {"PN_FAULT_RESULT", "PN_FAULT_STICKY", "PN_FAULT_NAME", "PN_FAULT_CALL"})
            unsetenv(name);
    }
    LostDevice(const LostDevice&) = delete;
    LostDevice& operator=(const LostDevice&) = delete;
};

class DeviceScene : public BakeScene
{
public:
    explicit DeviceScene(std::uint32_t probeCount) : BakeScene(probeCount, 16)
    {
        json()["defaults"]["mips"] = false;
        save();
    }

    std::vector<std::string> argumentsOn(const std::string& device, const std::string& folder) const
    {
        std::vector<std::string> all = arguments(folder, {"--overwrite", "--max-memory", "1M"});
        all[5] = device; // in the place of cpu
        return all;
    }
};

} // namespace

TEST(BakeDevice, IsLostInTheMiddleAndNoByteDiffers)
{
    const DeviceScene scene(12);
    const Outcome whole = run(scene.arguments("cpu"));
    ASSERT_EQ(whole.exit, 0) << whole.err;
    for (const char* call : {"4", "7"}) // the self-test submits, too
    {
        const LostDevice fault(call);
        const Outcome lost = run(scene.argumentsOn("vulkan", "lost"));
        EXPECT_EQ(lost.exit, 0) << lost.err;
        EXPECT_NE(lost.err.find("PN_ERROR_DEVICE_LOST"), std::string::npos) << lost.err;
        EXPECT_EQ(differences(scene.path("cpu"), scene.path("lost")), std::vector<std::string>{}) << call;
    }
}
