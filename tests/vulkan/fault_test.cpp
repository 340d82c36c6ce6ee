// Every Vulkan call that can fail, failing in every way, one at a time (fault_layer.cpp): the call of ours ends with
// the right result, its outputs stay as they are, nothing leaks, and the process goes on. Of long lives only every few
// calls fail here. With PN_FULL_FAULTS=STEP every STEPth call of every life fails, in every way (fault_sweep.sh).
#include "fault_lives.h"
#include "fault_run.h"

#include <gtest/gtest.h>

#include <dlfcn.h>

#include <cstdlib>

namespace pn::fault {
namespace {

struct FaultCase
{
    int vkResult;
    PnResult result;
    const Life& life;
    std::string name;
    int step = 1;          // from one failing call to the next
    bool isSticky = false; // all calls fail after the first that does
    int again = 0;         // that many calls after the first one, another one fails

    Injection at(int call) const { return {vkResult, call, isSticky, again, nullptr, life.caller}; }
};

void PrintTo(const FaultCase& fault, std::ostream* out)
{
    *out << fault.name;
}

class FaultTest : public ::testing::TestWithParam<FaultCase>
{
protected:
    void TearDown() override { injectNothing(); }

    Ending live(const Injection& fault)
    {
        inject(fault);
        return GetParam().life.live();
    }

    // Whether a call that failed may have no consequence.
    static bool mayBeOvercome(const std::string& function, int vkResult)
    {
        // What fails while a context is destroyed has nobody to tell.
        const bool isWait = function == "vkWaitForFences" || function == "vkDeviceWaitIdle";
        // Memory that the device does not have is asked for again once what lies idle is freed.
        return isWait || (vkResult == -2 && function == "vkAllocateMemory");
    }
};

using Fault = FaultTest;

TEST_P(Fault, OfAnyCallIsReportedAndLeaksNothing)
{
    const FaultCase& fault = GetParam();
    const Ending good = live(fault.at(0));
    ASSERT_EQ(good.result, PN_SUCCESS) << good.message;
    const Report whole = readReport();
    ASSERT_GT(whole.calls, 20) << "the layer is not there";
    ASSERT_EQ(whole.live, 0);
    for (int call = 1; call <= whole.calls; call += fault.step)
    {
        const Ending ending = live(fault.at(call));
        const Report after = readReport();
        SCOPED_TRACE("call " + std::to_string(call) + ", " + after.failed + ": " + ending.message);
        // An engine asks for its results until they are there, so it may make fewer calls than before.
        const bool hasFailed = after.failed != "-" || fault.life.caller == nullptr;
        const bool isTimeStamp = after.failed == "vkGetQueryPoolResults"; // costs the time alone
        if (ending.result == PN_SUCCESS)
        {
            EXPECT_EQ(ending.bytes, good.bytes);
            EXPECT_TRUE(!hasFailed || fault.isSticky || fault.again != 0 || isTimeStamp ||
                        mayBeOvercome(after.failed, fault.vkResult));
        }
        else
        {
            EXPECT_EQ(ending.result, fault.result);
            // The loader enumerates on its own account while it creates a device, and may be unable to start.
            const bool isLoaders = ending.message.find("vkCreateDevice") != std::string::npos ||
                                   ending.message.find("the Vulkan loader") != std::string::npos;
            EXPECT_TRUE(fault.isSticky || fault.again != 0 || isLoaders ||
                        ending.message.find(after.failed) != std::string::npos);
        }
        EXPECT_EQ(ending.wrongOutputs, 0);
        EXPECT_EQ(after.live, 0);
    }
    const Ending onCpu = fault.life.caller == nullptr ? onTheCpu(fault.life.live) : good;
    EXPECT_EQ(onCpu.bytes, good.bytes) << onCpu.message;
}

const Life& kCubemap = kLives[0];
const Life& kMap = kLives[1];
const Life& kCubemaps = kLives[2];
const Life& kNormalize = kLives[3];
const Life& kNormalizeMany = kLives[4];
const Life& kHost = kLives[5];
const Life& kEngine = kLives[6];
const Life& kStaged = kLives[7];
const Life& kPrefilter = kLives[8];

std::vector<FaultCase> everyWay(int step)
{
    std::vector<FaultCase> cases;
    for (const Life& life : kLives)
        for (const FaultCase& way :
             {FaultCase{-1, PN_ERROR_OUT_OF_MEMORY, life, "Minus1"},
              FaultCase{-2, PN_ERROR_OUT_OF_MEMORY, life, "Minus2"},
              FaultCase{-3, PN_ERROR_UNSUPPORTED_DEVICE, life, "Minus3"},
              FaultCase{-4, PN_ERROR_DEVICE_LOST, life, "Minus4"}, FaultCase{-13, PN_ERROR_UNKNOWN, life, "Minus13"},
              FaultCase{-1, PN_ERROR_OUT_OF_MEMORY, life, "Minus1Sticky", 1, true},
              FaultCase{-4, PN_ERROR_DEVICE_LOST, life, "Minus4Sticky", 1, true},
              FaultCase{-4, PN_ERROR_DEVICE_LOST, life, "Minus4Twice", 1, false, 1},
              FaultCase{-2, PN_ERROR_OUT_OF_MEMORY, life, "Minus2Twice", 1, false, 4}})
        {
            cases.push_back(way);
            cases.back().name += "Life" + std::to_string(&life - kLives);
            cases.back().step = step;
        }
    return cases;
}

// Out of memory of the host and of the device, the device lost, and what nobody knows.
std::vector<FaultCase> faultCases()
{
    if (const char* step = std::getenv("PN_FULL_FAULTS"))
        return everyWay(std::atoi(step));
    return {{-1, PN_ERROR_OUT_OF_MEMORY, kCubemap, "Minus1", 3},
            {-2, PN_ERROR_OUT_OF_MEMORY, kCubemap, "Minus2", 5},
            {-4, PN_ERROR_DEVICE_LOST, kCubemap, "Minus4", 5},
            {-13, PN_ERROR_UNKNOWN, kCubemap, "Minus13", 7},
            {-2, PN_ERROR_OUT_OF_MEMORY, kNormalize, "Minus2Normalize", 11},
            {-4, PN_ERROR_DEVICE_LOST, kCubemaps, "Minus4Batch", 17},
            {-4, PN_ERROR_DEVICE_LOST, kNormalizeMany, "Minus4NormalizeMany", 29},
            {-4, PN_ERROR_DEVICE_LOST, kCubemap, "Minus4Sticky", 7, true},
            {-1, PN_ERROR_OUT_OF_MEMORY, kNormalizeMany, "Minus1NormalizeManySticky", 37, true},
            {-4, PN_ERROR_DEVICE_LOST, kCubemap, "Minus4Twice", 7, false, 1},
            {-1, PN_ERROR_OUT_OF_MEMORY, kNormalizeMany, "Minus1NormalizeManyTwice", 41, false, 4},
            {-2, PN_ERROR_OUT_OF_MEMORY, kMap, "Minus2MapInChunks", 11},
            {-1, PN_ERROR_OUT_OF_MEMORY, kStaged, "Minus1Staged", 5},
            {-4, PN_ERROR_DEVICE_LOST, kStaged, "Minus4Staged", 7},
            {-4, PN_ERROR_DEVICE_LOST, kHost, "Minus4HostDevice", 5},
            {-1, PN_ERROR_OUT_OF_MEMORY, kHost, "Minus1HostDeviceSticky", 9, true},
            {-4, PN_ERROR_DEVICE_LOST, kEngine, "Minus4Engine", 9},
            {-1, PN_ERROR_OUT_OF_MEMORY, kEngine, "Minus1Engine", 61},
            {-1, PN_ERROR_OUT_OF_MEMORY, kPrefilter, "Minus1Prefilter", 13},
            {-4, PN_ERROR_DEVICE_LOST, kPrefilter, "Minus4Prefilter", 17}};
}

INSTANTIATE_TEST_SUITE_P(All, Fault, ::testing::ValuesIn(faultCases()),
                         [](const auto& fault) { return fault.param.name; });

// A wait that ends too early: the device may be running, so nothing of it may go with the context.
using Hang = FaultTest;

TEST_P(Hang, KeepsDeviceInstanceAndLoader)
{
    Injection fault = GetParam().at(0);
    fault.name = "vkWaitForFences";
    ASSERT_EQ(live(fault).result, PN_SUCCESS);
    ASSERT_GT(readReport().calls, 0) << "the layer is not there";
    fault.call = 1;
    const Ending ending = live(fault);
    EXPECT_EQ(ending.result, PN_ERROR_TIMEOUT) << ending.message;
    EXPECT_EQ(ending.wrongOutputs, 0);
    EXPECT_EQ(readReport().calls, -1) << "the device or the instance was destroyed";
    void* loader = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_NOLOAD);
    EXPECT_NE(loader, nullptr) << "the loader was closed";
    if (loader != nullptr)
        dlclose(loader);
}

std::vector<FaultCase> hangCases()
{
    constexpr int kVkTimeout = 2;
    std::vector<FaultCase> cases{{kVkTimeout, PN_ERROR_TIMEOUT, kCubemap, "Project"},
                                 {kVkTimeout, PN_ERROR_TIMEOUT, kNormalize, "Normalize"}};
    if (std::getenv("PN_FULL_FAULTS") != nullptr)
        for (const Life* life : {&kMap, &kCubemaps, &kNormalizeMany, &kStaged}) // a host waits itself
            cases.push_back({kVkTimeout, PN_ERROR_TIMEOUT, *life, "Life" + std::to_string(life - kLives)});
    return cases;
}

INSTANTIATE_TEST_SUITE_P(All, Hang, ::testing::ValuesIn(hangCases()),
                         [](const auto& fault) { return fault.param.name; });

} // namespace
} // namespace pn::fault
