// The first of two GPUs fails: PN_BACKEND_AUTO takes the next one, or the CPU, which gives the same bits.
#include "fault_run.h"
#include "support/testing.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

namespace pn {
namespace {

using fault::Report;

constexpr const char* kListingCall = "vkEnumerateDeviceExtensionProperties"; // two per GPU: count, list

PnResult create(PnBackend backend, PnContext& context, std::string* log = nullptr)
{
    PnContextDesc desc{};
    desc.structSize = sizeof(desc);
    desc.backend = backend;
    desc.threadCount = 1;
    desc.chunkBytes = 4096; // several chunks
    desc.logUserData = log;
    if (log != nullptr)
        desc.log = [](void* text, PnLogLevel, const char* message) { *static_cast<std::string*>(text) += message; };
    return pnCreateContext(&desc, &context);
}

// A driver listed under two paths makes two devices, and the layer makes GPUs of them.
class FaultOfTheFirstGpu : public ::testing::Test
{
protected:
    void SetUp() override
    {
        m_drivers = std::getenv("VK_DRIVER_FILES");
        const std::filesystem::path manifest = m_drivers;
        const std::string again = manifest.parent_path() / "." / manifest.filename();
        setenv("VK_DRIVER_FILES", (m_drivers + ":" + again).c_str(), 1);
        setenv("PN_FAULT_GPU", "1", 1);
    }
    void TearDown() override
    {
        setenv("VK_DRIVER_FILES", m_drivers.c_str(), 1);
        unsetenv("PN_FAULT_GPU");
        fault::injectNothing();
    }

    // What PN_BACKEND_AUTO makes with the call of this number failing, counted over the calls of this name; 0 is none.
    PnContextInfo createWithout(int failingCall, const char* name = nullptr)
    {
        fault::inject({.code = -4, .call = failingCall, .name = name});
        m_log.clear();
        PnContext context = nullptr;
        EXPECT_EQ(create(PN_BACKEND_AUTO, context, &m_log), PN_SUCCESS) << pnGetLastErrorMessage();
        PnContextInfo info{};
        info.structSize = sizeof(info);
        EXPECT_EQ(pnGetContextInfo(context, &info), PN_SUCCESS);
        pnDestroyContext(context);
        return info;
    }

    std::string m_drivers, m_log;
};

TEST_F(FaultOfTheFirstGpu, MakesAutoTakeTheNext)
{
    const PnContextInfo whole = createWithout(0);
    ASSERT_EQ(whole.backend, PN_BACKEND_VULKAN) << m_log;
    ASSERT_EQ(whole.deviceIndex, 0u);
    constexpr int kStep = 4; // a context takes a while to make
    int devicesLost = 0;
    const int calls = fault::readReport().calls;
    for (int call = 1; call <= calls; call += kStep)
    {
        const PnContextInfo info = createWithout(call);
        const Report after = fault::readReport();
        if (std::string_view(after.failed) == kListingCall)
            continue; // of which GPU, only its number among the calls of this name says
        SCOPED_TRACE("call " + std::to_string(call) + ", " + after.failed + ": " + m_log);
        EXPECT_EQ(after.live, 0);
        if (m_log.find("no GPU is used") != std::string::npos) // no instance, or no list of devices
            EXPECT_EQ(info.backend, PN_BACKEND_CPU);
        else
            EXPECT_EQ(info.backend, PN_BACKEND_VULKAN);
        EXPECT_EQ(info.deviceIndex, m_log.find(" is not used: ") != std::string::npos ? 1u : 0u);
        devicesLost += info.deviceIndex == 1 ? 1 : 0;
    }
    EXPECT_GT(devicesLost, 10);
}

TEST_F(FaultOfTheFirstGpu, WhileGpusAreListedMakesAutoTakeTheOther)
{
    for (const int failing : {1, 2, 3, 4})
    {
        const PnContextInfo info = createWithout(failing, kListingCall);
        EXPECT_NE(m_log.find(" is not used: "), std::string::npos) << m_log;
        EXPECT_EQ(info.backend, PN_BACKEND_VULKAN);
        EXPECT_EQ(info.deviceIndex, failing <= 2 ? 1u : 0u) << m_log;
        EXPECT_EQ(fault::readReport().live, 0);
    }
}

// Under PN_BACKEND_AUTO the CPU does what a failing device leaves, with the same bits.
TEST_F(FaultOfTheFirstGpu, IsTheCpusWork)
{
    const auto probe = testing::makeWildProbe(true, 24, 24, PN_FORMAT_RGBA16F, 1);
    const PnEnvironmentView view = probe.view();
    PnContext cpu = nullptr;
    PnSh expected{};
    ASSERT_EQ(create(PN_BACKEND_CPU, cpu), PN_SUCCESS);
    ASSERT_EQ(pnProjectEnvironment(cpu, &view, nullptr, &expected, nullptr), PN_SUCCESS);
    pnDestroyContext(cpu);
    for (const int code : {-2, -4})
        for (const char* name : {"vkQueueSubmit", "vkCreateBuffer", "vkCreateComputePipelines"})
            for (const int call : {1, 2, 4, 8, 12})
            {
                fault::inject({.code = code, .call = call, .name = name});
                SCOPED_TRACE(std::string(name) + " " + std::to_string(call) + ": " + std::to_string(code));
                PnContext context = nullptr;
                ASSERT_EQ(create(PN_BACKEND_AUTO, context, &m_log), PN_SUCCESS);
                PnSh sh{};
                EXPECT_EQ(pnProjectEnvironment(context, &view, nullptr, &sh, nullptr), PN_SUCCESS)
                    << pnGetLastErrorMessage();
                EXPECT_EQ(std::memcmp(&sh, &expected, sizeof(sh)), 0);
                pnDestroyContext(context);
            }
    EXPECT_NE(m_log.find("the CPU does the rest"), std::string::npos);
}

TEST_F(FaultOfTheFirstGpu, LeavesTheOthersInTheList)
{
    fault::inject({.code = -4, .call = 1, .name = "vkEnumerateDeviceExtensionProperties"});
    std::array<PnDeviceInfo, 2> devices{};
    for (PnDeviceInfo& device : devices)
        device.structSize = sizeof(device);
    std::uint32_t count = 0;
    EXPECT_EQ(pnEnumerateDevices(std::uint32_t(devices.size()), devices.data(), &count), PN_SUCCESS)
        << pnGetLastErrorMessage();
    ASSERT_EQ(count, 2u);
    EXPECT_EQ(devices[0].isSupported, 0u);
    EXPECT_STRNE(devices[0].name, "");
    EXPECT_EQ(devices[1].isSupported, 1u);
}

} // namespace
} // namespace pn
