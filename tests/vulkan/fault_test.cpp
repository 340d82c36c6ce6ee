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

struct FaultCase
{
    int vkResult;
    PnResult result;
    PnResult (*work)(PnContext context);
    const char* name;
};

void PrintTo(const FaultCase& fault, std::ostream* out)
{
    *out << fault.name;
}

PnResult project(PnContext context)
{
    const auto probe = testing::makeWildProbe(true, 24, 24, PN_FORMAT_RGBA16F, 1);
    const PnCubemapView view = probe.cubemapView();
    PnSh sh{};
    return pnProjectCubemap(context, &view, nullptr, &sh, nullptr);
}

PnResult normalize(PnContext context)
{
    const auto probe = testing::makeWildProbe(true, 12, 12, PN_FORMAT_RGBA16F, 1); // two pieces
    auto divided = probe;
    const PnCubemapView view = probe.cubemapView();
    PnCubemapTarget target{};
    target.structSize = sizeof(target);
    target.format = probe.format;
    target.faceBytes = probe.faceBytes();
    for (std::size_t face = 0; face < 6; ++face)
        target.faces[face] = divided.texels.data() + face * probe.faceBytes();
    return pnNormalizeCubemap(context, 1, &view, nullptr, nullptr, nullptr, &target, nullptr, nullptr, nullptr);
}

class Fault : public ::testing::TestWithParam<FaultCase>
{
protected:
    void SetUp() override
    {
        m_report = ::testing::TempDir() + "pn_fault_" + GetParam().name + ".txt";
        setenv("PN_FAULT_REPORT", m_report.c_str(), 1);
        setenv("PN_FAULT_RESULT", std::to_string(GetParam().vkResult).c_str(), 1);
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
            result = GetParam().work(context);
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
        // Memory that the device does not have is asked for again once what lies idle is freed.
        const bool isAskedAgain = GetParam().vkResult == -2 && after.failed == "vkAllocateMemory";
        if (!(isWait || isAskedAgain) || result != PN_SUCCESS)
        {
            EXPECT_EQ(result, GetParam().result);
            // The loader enumerates on its own account while it creates a device.
            const bool isLoaders = m_message.find("vkCreateDevice") != std::string::npos;
            EXPECT_TRUE(isLoaders || m_message.find(after.failed) != std::string::npos);
        }
        EXPECT_EQ(after.live, 0);
    }

    PnContext cpu = nullptr;
    ASSERT_EQ(create(PN_BACKEND_CPU, cpu), PN_SUCCESS);
    EXPECT_EQ(GetParam().work(cpu), PN_SUCCESS) << pnGetLastErrorMessage();
    pnDestroyContext(cpu);
}

// Out of memory of the host and of the device, the device lost, and what nobody knows.
INSTANTIATE_TEST_SUITE_P(Results, Fault,
                         ::testing::Values(FaultCase{-1, PN_ERROR_OUT_OF_MEMORY, project, "Minus1"},
                                           FaultCase{-2, PN_ERROR_OUT_OF_MEMORY, project, "Minus2"},
                                           FaultCase{-4, PN_ERROR_DEVICE_LOST, project, "Minus4"},
                                           FaultCase{-13, PN_ERROR_UNKNOWN, project, "Minus13"},
                                           FaultCase{-2, PN_ERROR_OUT_OF_MEMORY, normalize, "Minus2Normalize"}),
                         [](const auto& fault) { return fault.param.name; });

} // namespace
} // namespace pn
