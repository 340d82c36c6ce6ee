// A bake whose device is lost in the middle of a batch ends with the bytes that the CPU makes. The fault layer of
// tests/vulkan loses it.
#include "bake_files.h"
#include "program.h"

#include <cstdlib>

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

} // namespace

TEST(BakeDevice, IsLostInTheMiddleAndNoByteDiffers)
{
    BakeScene scene(12, 16);
    scene.json()["defaults"]["mips"] = false;
    scene.save();
    bake(scene, "cpu");
    Names onDevice = scene.arguments("lost", {"--overwrite", "--max-memory", "1M"});
    onDevice[5] = "vulkan";             // in the place of cpu
    for (const char* call : {"4", "7"}) // the self-test submits, too
    {
        const LostDevice fault(call);
        const Outcome lost = run(onDevice);
        EXPECT_EQ(lost.exit, 0) << lost.err;
        EXPECT_NE(lost.err.find("PN_ERROR_DEVICE_LOST"), std::string::npos) << lost.err;
        expectSame(scene, "cpu", "lost");
    }
}
