// Every Vulkan call that can fail, failing in every way, one at a time (fault_layer.cpp): the call of ours ends with
// the right result, nothing leaks, and the process goes on.
#include "support/normalize_probe.h"
#include "support/testing.h"

#include <gtest/gtest.h>

#include <dlfcn.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
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
    int step = 1;          // from one failing call to the next: a long life has hundreds
    bool isSticky = false; // all calls fail after the first that does
    int again = 0;         // that many calls after the first one, another one fails
};

void PrintTo(const FaultCase& fault, std::ostream* out)
{
    *out << fault.name;
}

// An output of the caller's, which must stay as it is when the call fails and be written when it succeeds.
template <typename Struct>
class Output
{
public:
    Output()
    {
        std::memset(static_cast<void*>(&m_value), 0x5A, sizeof(Struct));
        if constexpr (requires { m_value.structSize; })
            m_value.structSize = sizeof(Struct);
        std::memcpy(m_before.data(), &m_value, sizeof(Struct));
    }

    Struct* operator&() { return &m_value; }
    void expectWritten(PnResult result) const
    {
        EXPECT_EQ(std::memcmp(m_before.data(), &m_value, sizeof(Struct)) != 0, result == PN_SUCCESS);
    }

private:
    Struct m_value;
    std::array<std::byte, sizeof(Struct)> m_before;
};

PnResult project(PnContext context)
{
    const auto probe = testing::makeWildProbe(true, 24, 24, PN_FORMAT_RGBA16F, 1);
    const PnCubemapView view = probe.cubemapView();
    Output<PnSh> sh;
    Output<PnProjectInfo> info;
    const PnResult result = pnProjectCubemap(context, &view, nullptr, &sh, &info);
    sh.expectWritten(result);
    info.expectWritten(result);
    return result;
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
    Output<PnSh> sh;
    Output<PnProjectInfo> projectInfo;
    Output<PnNormalizeInfo> info;
    const PnResult result =
        pnNormalizeCubemap(context, 1, &view, nullptr, nullptr, nullptr, &target, &sh, &projectInfo, &info);
    sh.expectWritten(result);
    projectInfo.expectWritten(result);
    info.expectWritten(result);
    return result;
}

// A map in several chunks, with five bands.
PnResult projectMap(PnContext context)
{
    const auto probe = testing::makeWildProbe(false, 64, 32, PN_FORMAT_RGBA16F, 1);
    const PnEquirectView view = probe.equirectView();
    PnProjectOptions options{};
    options.structSize = sizeof(options);
    options.bands = 5;
    Output<PnSh> sh;
    const PnResult result = pnProjectEquirect(context, &view, &options, &sh, nullptr);
    sh.expectWritten(result);
    return result;
}

// Two sizes in one step, and one cubemap that takes several.
PnResult projectMany(PnContext context)
{
    std::vector<testing::TestProbe> probes;
    std::vector<PnCubemapView> views;
    for (const std::uint32_t size : {4u, 8u, 4u, 24u})
        probes.push_back(testing::makeWildProbe(true, size, size, PN_FORMAT_RGBA16F, size));
    for (const auto& probe : probes)
        views.push_back(probe.cubemapView());
    std::array<PnSh, 4> results{};
    std::uint32_t completed = 99;
    const PnResult result = pnProjectCubemaps(context, 4, views.data(), nullptr, results.data(), nullptr, &completed);
    EXPECT_EQ(completed == 4, result == PN_SUCCESS);
    for (std::uint32_t i = 0; i < 4; ++i)
        EXPECT_EQ(results[i].bands != 0, i < completed) << i;
    return result;
}

PnResult normalizeMany(PnContext context)
{
    constexpr std::uint32_t kSizes[] = {4, 12, 4};
    std::vector<testing::TestMips> cubemaps;
    std::vector<std::vector<PnCubemapView>> views;
    std::vector<std::vector<PnCubemapTarget>> targets;
    std::vector<PnNormalizeItem> items;
    for (const std::uint32_t size : kSizes)
        cubemaps.push_back(testing::makeMips(size, 2, PN_FORMAT_RGBA16F, [](std::uint32_t side, std::uint32_t) {
            return testing::makeWildProbe(true, side, side, PN_FORMAT_RGBA16F, side);
        }));
    for (testing::TestMips& mips : cubemaps)
    {
        views.push_back(mips.views());
        targets.push_back(mips.targets());
        items.push_back({sizeof(PnNormalizeItem), 2, views.back().data(), targets.back().data(), nullptr, 0, 0});
    }
    std::array<PnSh, 3> shs{};
    std::uint32_t completed = 99;
    const PnResult result =
        pnNormalizeCubemaps(context, 3, items.data(), nullptr, nullptr, shs.data(), nullptr, nullptr, &completed);
    EXPECT_EQ(completed == 3, result == PN_SUCCESS);
    for (std::uint32_t i = 0; i < 3; ++i)
        EXPECT_EQ(shs[i].bands != 0, i < completed) << i;
    return result;
}

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

Report readReport(const std::string& path)
{
    Report read;
    std::ifstream(path) >> read.calls >> read.live >> read.failed;
    return read;
}

class Fault : public ::testing::TestWithParam<FaultCase>
{
protected:
    void SetUp() override
    {
        m_report = ::testing::TempDir() + "pn_fault_" + GetParam().name + ".txt";
        setenv("PN_FAULT_REPORT", m_report.c_str(), 1);
        setenv("PN_FAULT_RESULT", std::to_string(GetParam().vkResult).c_str(), 1);
        setenv("PN_FAULT_STICKY", GetParam().isSticky ? "1" : "0", 1);
        setenv("PN_FAULT_AGAIN", std::to_string(GetParam().again).c_str(), 1);
    }
    void TearDown() override
    {
        unsetenv("PN_FAULT_STICKY");
        unsetenv("PN_FAULT_AGAIN");
        std::remove(m_report.c_str());
    }

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

    Report report() const { return readReport(m_report); }

    std::string m_report;
    std::string m_message;
};

TEST_P(Fault, OfAnyCallIsReportedAndLeaksNothing)
{
    ASSERT_EQ(live(0), PN_SUCCESS) << m_message;
    const Report whole = report();
    ASSERT_GT(whole.calls, 50) << "the layer is not there";
    ASSERT_EQ(whole.live, 0);
    for (int call = 1; call <= whole.calls; call += GetParam().step)
    {
        const PnResult result = live(call);
        const Report after = report();
        SCOPED_TRACE("call " + std::to_string(call) + ", " + after.failed + ": " + m_message);
        // What fails while a context is destroyed has nobody to tell.
        const bool isWait = after.failed == "vkWaitForFences" || after.failed == "vkDeviceWaitIdle";
        // Memory that the device does not have is asked for again once what lies idle is freed.
        const bool isAskedAgain = GetParam().vkResult == -2 && after.failed == "vkAllocateMemory";
        const bool isTimeStamp = after.failed == "vkGetQueryPoolResults"; // costs the time alone
        if (GetParam().isSticky || GetParam().again != 0)
            EXPECT_TRUE(result == GetParam().result || result == PN_SUCCESS) << result;
        else if (isTimeStamp)
            EXPECT_EQ(result, PN_SUCCESS);
        else if (!(isWait || isAskedAgain) || result != PN_SUCCESS)
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
INSTANTIATE_TEST_SUITE_P(
    Results, Fault,
    ::testing::Values(FaultCase{-1, PN_ERROR_OUT_OF_MEMORY, project, "Minus1"},
                      FaultCase{-2, PN_ERROR_OUT_OF_MEMORY, project, "Minus2"},
                      FaultCase{-4, PN_ERROR_DEVICE_LOST, project, "Minus4"},
                      FaultCase{-13, PN_ERROR_UNKNOWN, project, "Minus13"},
                      FaultCase{-2, PN_ERROR_OUT_OF_MEMORY, normalize, "Minus2Normalize"},
                      FaultCase{-4, PN_ERROR_DEVICE_LOST, projectMany, "Minus4Batch", 7},
                      FaultCase{-4, PN_ERROR_DEVICE_LOST, normalizeMany, "Minus4NormalizeMany", 11},
                      FaultCase{-4, PN_ERROR_DEVICE_LOST, project, "Minus4Sticky", 3, true},
                      FaultCase{-1, PN_ERROR_OUT_OF_MEMORY, normalizeMany, "Minus1NormalizeManySticky", 11, true},
                      FaultCase{-4, PN_ERROR_DEVICE_LOST, project, "Minus4Twice", 5, false, 1},
                      FaultCase{-1, PN_ERROR_OUT_OF_MEMORY, normalizeMany, "Minus1NormalizeManyTwice", 13, false, 4},
                      FaultCase{-2, PN_ERROR_OUT_OF_MEMORY, projectMap, "Minus2MapInChunks", 7}),
    [](const auto& fault) { return fault.param.name; });

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
        setenv("PN_FAULT_REPORT", m_report.c_str(), 1);
        setenv("PN_FAULT_RESULT", "-4", 1);
    }
    void TearDown() override
    {
        setenv("VK_DRIVER_FILES", m_drivers.c_str(), 1);
        unsetenv("PN_FAULT_GPU");
        std::remove(m_report.c_str());
    }

    // What PN_BACKEND_AUTO makes with the call of this number failing; 0 is none.
    PnContextInfo createWithout(int failingCall)
    {
        setenv("PN_FAULT_CALL", std::to_string(failingCall).c_str(), 1);
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
    std::string m_report = ::testing::TempDir() + "pn_fault_first_gpu.txt";
};

TEST_F(FaultOfTheFirstGpu, MakesAutoTakeTheNext)
{
    const PnContextInfo whole = createWithout(0);
    ASSERT_EQ(whole.backend, PN_BACKEND_VULKAN) << m_log;
    ASSERT_EQ(whole.deviceIndex, 0u);
    constexpr int kStep = 7; // a context takes a while to make
    int devicesLost = 0;
    const int calls = readReport(m_report).calls;
    for (int call = 1; call <= calls; call += kStep)
    {
        const PnContextInfo info = createWithout(call);
        const Report after = readReport(m_report);
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

// Under PN_BACKEND_AUTO the CPU does what a failing device leaves, with the same bits.
TEST_F(FaultOfTheFirstGpu, IsTheCpusWork)
{
    const auto probe = testing::makeWildProbe(true, 24, 24, PN_FORMAT_RGBA16F, 1);
    const PnCubemapView view = probe.cubemapView();
    PnContext cpu = nullptr;
    PnSh expected{};
    ASSERT_EQ(create(PN_BACKEND_CPU, cpu), PN_SUCCESS);
    ASSERT_EQ(pnProjectCubemap(cpu, &view, nullptr, &expected, nullptr), PN_SUCCESS);
    pnDestroyContext(cpu);
    for (const char* result : {"-2", "-4"})
        for (const char* name : {"vkQueueSubmit", "vkCreateBuffer", "vkCreateComputePipelines"})
            for (int call = 1; call <= 12; ++call)
            {
                setenv("PN_FAULT_RESULT", result, 1);
                setenv("PN_FAULT_NAME", name, 1);
                setenv("PN_FAULT_CALL", std::to_string(call).c_str(), 1);
                SCOPED_TRACE(std::string(name) + " " + std::to_string(call) + ": " + result);
                PnContext context = nullptr;
                ASSERT_EQ(create(PN_BACKEND_AUTO, context, &m_log), PN_SUCCESS);
                PnSh sh{};
                EXPECT_EQ(pnProjectCubemap(context, &view, nullptr, &sh, nullptr), PN_SUCCESS)
                    << pnGetLastErrorMessage();
                EXPECT_EQ(std::memcmp(&sh, &expected, sizeof(sh)), 0);
                pnDestroyContext(context);
            }
    unsetenv("PN_FAULT_NAME");
    EXPECT_NE(m_log.find("the CPU does the rest"), std::string::npos);
}

TEST_F(FaultOfTheFirstGpu, LeavesTheOthersInTheList)
{
    setenv("PN_FAULT_NAME", "vkEnumerateDeviceExtensionProperties", 1);
    setenv("PN_FAULT_CALL", "1", 1);
    std::array<PnDeviceInfo, 2> devices{};
    for (PnDeviceInfo& device : devices)
        device.structSize = sizeof(device);
    std::uint32_t count = 0;
    EXPECT_EQ(pnEnumerateDevices(std::uint32_t(devices.size()), devices.data(), &count), PN_SUCCESS)
        << pnGetLastErrorMessage();
    unsetenv("PN_FAULT_NAME");
    ASSERT_EQ(count, 2u);
    EXPECT_EQ(devices[0].isSupported, 0u);
    EXPECT_STRNE(devices[0].name, "");
    EXPECT_EQ(devices[1].isSupported, 1u);
}

// A wait that ends too early: the device may be running, so nothing of it may go with the context.
class Hang : public Fault
{
protected:
    void SetUp() override
    {
        Fault::SetUp();
        setenv("PN_FAULT_NAME", "vkWaitForFences", 1);
    }
    void TearDown() override
    {
        unsetenv("PN_FAULT_NAME");
        Fault::TearDown();
    }
};

TEST_P(Hang, KeepsDeviceInstanceAndLoader)
{
    ASSERT_EQ(live(0), PN_SUCCESS) << m_message;
    ASSERT_GT(report().calls, 0) << "the layer is not there";
    EXPECT_EQ(live(1), PN_ERROR_TIMEOUT) << m_message;
    EXPECT_EQ(report().calls, -1) << "the device or the instance was destroyed";
    void* loader = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_NOLOAD);
    EXPECT_NE(loader, nullptr) << "the loader was closed";
    if (loader != nullptr)
        dlclose(loader);
}

INSTANTIATE_TEST_SUITE_P(Results, Hang,
                         ::testing::Values(FaultCase{2, PN_ERROR_TIMEOUT, project, "Project"},
                                           FaultCase{2, PN_ERROR_TIMEOUT, normalize, "Normalize"}),
                         [](const auto& fault) { return fault.param.name; });

} // namespace
} // namespace pn
