// A bake whose device is lost in the middle of a batch ends with the bytes that the CPU makes. The fault layer of
// tests/vulkan loses it.
#include "bake_files.h"
#include "program.h"

#include <cstdlib>

using namespace pn::test;

TEST(BakeDevice, IsLostInTheMiddleAndNoByteDiffers)
{
    const BakeScene scene(12, 16);
    const Outcome whole = run(scene.arguments("cpu"));
    ASSERT_EQ(whole.exit, 0) << whole.err;
    std::vector<std::string> arguments = scene.arguments("lost", {"--overwrite", "--max-memory", "1M"});
    arguments[5] = "vulkan"; // in the place of cpu
    setenv("PN_FAULT_RESULT", "-4", 1);
    setenv("PN_FAULT_STICKY", "1", 1);
    setenv("PN_FAULT_NAME", "vkQueueSubmit", 1);
    for (const char* call : {"4", "7"}) // the self-test submits, too
    {
        setenv("PN_FAULT_CALL", call, 1);
        const Outcome lost = run(arguments);
        EXPECT_EQ(lost.exit, 0) << lost.err;
        EXPECT_NE(lost.err.find("PN_ERROR_DEVICE_LOST"), std::string::npos) << lost.err;
        EXPECT_EQ(differences(scene.path("cpu"), scene.path("lost")), std::vector<std::string>{}) << call;
    }
    for (const char* name : {"PN_FAULT_RESULT", "PN_FAULT_STICKY", "PN_FAULT_NAME", "PN_FAULT_CALL"})
        unsetenv(name);
}
