// A machine with a Vulkan loader and no driver (ctest sets VK_DRIVER_FILES so) is one without devices, and no error.
#include "support/testing.h"

#include <gtest/gtest.h>

namespace pn {
namespace {

PnResult create(PnBackend backend, PnContext& context)
{
    PnContextDesc desc{};
    desc.structSize = sizeof(desc);
    desc.backend = backend;
    return pnCreateContext(&desc, &context);
}

TEST(NoDriver, MeansNoDevices)
{
    std::uint32_t count = 77;
    EXPECT_EQ(pnEnumerateDevices(0, nullptr, &count), PN_SUCCESS) << pnGetLastErrorMessage();
    EXPECT_EQ(count, 0u);
}

TEST(NoDriver, AutoTakesTheCpu)
{
    PnContext context = nullptr;
    ASSERT_EQ(create(PN_BACKEND_AUTO, context), PN_SUCCESS) << pnGetLastErrorMessage();
    PnContextInfo info{};
    info.structSize = sizeof(info);
    EXPECT_EQ(pnGetContextInfo(context, &info), PN_SUCCESS);
    EXPECT_EQ(info.backend, PN_BACKEND_CPU);
    EXPECT_EQ(info.isReproducible, 1u);
    const auto probe = testing::makeWildProbe(true, 16, 16, PN_FORMAT_RGBA16F, 1);
    const PnEnvironmentView view = probe.view();
    PnSh sh{};
    EXPECT_EQ(pnProjectEnvironment(context, &view, nullptr, &sh, nullptr), PN_SUCCESS) << pnGetLastErrorMessage();
    EXPECT_EQ(sh.bands, 3u);
    pnDestroyContext(context);
}

TEST(NoDriver, RefusesVulkanAndSaysWhy)
{
    PnContext context = nullptr;
    EXPECT_EQ(create(PN_BACKEND_VULKAN, context), PN_ERROR_UNSUPPORTED_DEVICE);
    EXPECT_EQ(context, nullptr);
    EXPECT_NE(std::string(pnGetLastErrorMessage()).find("no Vulkan device"), std::string::npos)
        << pnGetLastErrorMessage();
}

} // namespace
} // namespace pn
