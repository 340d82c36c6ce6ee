// Every Vulkan call that can fail, failing in every way, one at a time (fault_layer.cpp): the call of ours ends with
// the right result, nothing leaks, and the process goes on.
#include "testing.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace pn {
namespace {

struct Report
{
    int calls = -1, live = -1; // of the layer; -1 if it did not say
    std::string failed;
};

class Fault : public ::testing::TestWithParam<std::pair<int, PnResult>>
{
protected:
    void SetUp() override
    {
        m_report = ::testing::TempDir() + "pn_fault_" + std::to_string(-GetParam().first) + ".txt";
        setenv("PN_FAULT_REPORT", m_report.c_str(), 1);
        setenv("PN_FAULT_RESULT", std::to_string(GetParam().first).c_str(), 1);
    }
    void TearDown() override { std::remove(m_report.c_str()); }

    // A context's whole life with the call of this number failing; 0 is none.
    PnResult live(int failingCall)
    {
        setenv("PN_FAULT_CALL", std::to_string(failingCall).c_str(), 1);
        std::remove(m_report.c_str());
        PnContext context = nullptr;
        PnResult result = create(PN_BACKEND_VULKAN, context);
        m_message = pnGetLastErrorMessage();
        EXPECT_EQ(context == nullptr, result != PN_SUCCESS);
        if (result == PN_SUCCESS)
        {
            result = project(context);
            m_message = pnGetLastErrorMessage();
        }
        pnDestroyContext(context);
        return result;
    }

    static PnResult create(PnBackend backend, PnContext& context)
    {
        PnContextDesc desc{};
        desc.structSize = sizeof(desc);
        desc.backend = backend;
        desc.threadCount = 1;
        desc.chunkBytes = 4096; // several chunks
        return pnCreateContext(&desc, &context);
    }

    static PnResult project(PnContext context)
    {
        const auto probe = testing::makeWildProbe(true, 24, 24, PN_FORMAT_RGBA16F, 1);
        const PnCubemapView view = probe.cubemapView();
        PnSh sh{};
        return pnProjectCubemap(context, &view, nullptr, &sh, nullptr);
    }

    Report report() const
    {
        Report read;
        std::ifstream(m_report) >> read.calls >> read.live >> read.failed;
        return read;
    }

    std::string m_report;
    std::string m_message;
};

TEST_P(Fault, OfAnyCallIsReportedAndLeaksNothing)
{
    ASSERT_EQ(live(0), PN_SUCCESS) << m_message;
    const Report whole = report();
    ASSERT_GT(whole.calls, 50) << "the layer is not there";
    ASSERT_EQ(whole.live, 0);
    for (int call = 1; call <= whole.calls; ++call)
    {
        const PnResult result = live(call);
        const Report after = report();
        SCOPED_TRACE("call " + std::to_string(call) + ", " + after.failed + ": " + m_message);
        // What fails while a context is destroyed has nobody to tell.
        const bool isWait = after.failed == "vkWaitForFences" || after.failed == "vkDeviceWaitIdle";
        if (!isWait || result != PN_SUCCESS)
        {
            EXPECT_EQ(result, GetParam().second);
            // The loader enumerates on its own account while it creates a device.
            const bool isLoaders = m_message.find("vkCreateDevice") != std::string::npos;
            EXPECT_TRUE(isLoaders || m_message.find(after.failed) != std::string::npos);
        }
        EXPECT_EQ(after.live, 0);
    }

    PnContext cpu = nullptr;
    ASSERT_EQ(create(PN_BACKEND_CPU, cpu), PN_SUCCESS);
    EXPECT_EQ(project(cpu), PN_SUCCESS) << pnGetLastErrorMessage();
    pnDestroyContext(cpu);
}

INSTANTIATE_TEST_SUITE_P(Results, Fault,
                         ::testing::Values(std::pair{-1, PN_ERROR_OUT_OF_MEMORY}, // of the host
                                           std::pair{-2, PN_ERROR_OUT_OF_MEMORY}, // of the device
                                           std::pair{-4, PN_ERROR_DEVICE_LOST},   // lost
                                           std::pair{-13, PN_ERROR_UNKNOWN}),     // unknown
                         [](const auto& fault) { return "Minus" + std::to_string(-fault.param.first); });

} // namespace
} // namespace pn
