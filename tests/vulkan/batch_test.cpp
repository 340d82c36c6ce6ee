// Many probes in one call, and a context's odd ends.
#include "context.h"

#include <algorithm>

namespace pn {
namespace {

using namespace testing;

// A call of pnProjectEnvironments and what came of it.
struct BatchCall
{
    std::vector<PnSh> shs;
    std::vector<PnProjectInfo> infos;
    std::uint32_t completed = 0;
    PnResult result = PN_SUCCESS;

    std::pair<PnSh, PnProjectInfo> element(std::size_t i) const { return {shs[i], infos[i]}; }
};

BatchCall projectAll(const TestContext& context, const std::vector<TestProbe>& probes, PnProjectOptions options = {})
{
    std::vector<PnEnvironmentView> views;
    for (const TestProbe& probe : probes)
        views.push_back(probe.view());
    BatchCall call;
    call.shs.resize(probes.size());
    call.infos.resize(probes.size());
    call.infos[0].structSize = sizeof(PnProjectInfo);
    options.structSize = sizeof(options);
    call.result = pnProjectEnvironments(context.get(), std::uint32_t(probes.size()), views.data(), &options,
                                        call.shs.data(), call.infos.data(), &call.completed);
    return call;
}

// Runs of equal sizes and formats, as a bake has them, and lone ones between.
std::vector<TestProbe> mixedProbes(std::uint32_t count)
{
    std::vector<TestProbe> probes;
    for (std::uint32_t i = 0; i < count; ++i)
    {
        const std::uint32_t run = i / 4, size = 1 + run * 13 % 40;
        probes.push_back(makeWildProbe(true, size, size, kFormats[run % 2 == 0 ? 2 : 4], i));
    }
    return probes;
}

using Batch = testing::DeviceTest;

TEST_F(Batch, GivesEachProbeTheBitsItHasAlone)
{
    const TestContext device(PN_BACKEND_VULKAN), cpu(PN_BACKEND_CPU);
    const auto probes = mixedProbes(26);
    PnProjectOptions options{};
    options.bands = 4;
    const BatchCall onDevice = projectAll(device, probes, options), onCpu = projectAll(cpu, probes, options);
    ASSERT_EQ(onDevice.result, PN_SUCCESS) << pnGetLastErrorMessage();
    ASSERT_EQ(onDevice.completed, probes.size());
    for (std::size_t i = 0; i < probes.size(); ++i)
    {
        SCOPED_TRACE(std::to_string(i) + ": " + probes[i].name());
        expectSameBits(onCpu.element(i), onDevice.element(i));
        expectSameBits(cpu.project(probes[i], 4), onDevice.element(i));
    }
}

// Two shapes in turns, so that each is on its way while the other is finished, in buffers that were used before.
TEST_F(Batch, ProbesThatFollowEachOtherDoNotMix)
{
    const TestContext device(PN_BACKEND_VULKAN), cpu(PN_BACKEND_CPU);
    for (const std::uint32_t first : {0u, 100u})
    {
        std::vector<TestProbe> probes;
        for (std::uint32_t i = 0; i < 12; ++i)
            probes.push_back(makeWildProbe(true, 20 + i % 2, 20 + i % 2, PN_FORMAT_RGBA16F, first + i));
        const BatchCall call = projectAll(device, probes);
        ASSERT_EQ(call.result, PN_SUCCESS) << pnGetLastErrorMessage();
        for (std::size_t i = 0; i < probes.size(); ++i)
            expectSameBits(cpu.project(probes[i], 3), call.element(i));
    }
}

// Steps of several pieces each, on their way at the same time (UploadRing).
TEST_F(Batch, ManyPiecesHaveTheBitsOfTheCpu)
{
    std::vector<TestProbe> probes;
    for (std::uint32_t i = 0; i < 12; ++i)
        probes.push_back(makeWildProbe(true, 256, 256, PN_FORMAT_RGBA16F, i));
    probes.push_back(makeWildProbe(true, 512, 512, PN_FORMAT_RGBA32F, 12)); // larger than a step
    const TestContext device(PN_BACKEND_VULKAN, 0, 12u << 20), cpu(PN_BACKEND_CPU);
    const BatchCall onCpu = projectAll(cpu, probes);
    for (int run = 0; run < 2; ++run)
    {
        const BatchCall call = projectAll(device, probes);
        ASSERT_EQ(call.result, PN_SUCCESS) << pnGetLastErrorMessage();
        for (std::size_t i = 0; i < probes.size(); ++i)
            expectSameBits(onCpu.element(i), call.element(i));
    }
}

TEST_F(Batch, CountsItsProgress)
{
    const TestContext device(PN_BACKEND_VULKAN);
    const auto probes = mixedProbes(10);
    PnProgress progress{};
    std::vector<std::uint32_t> seen;
    PnProjectOptions options{};
    options.progress = &progress;
    options.userData = &seen;
    options.onProgress = [](void* userData, std::uint32_t completed, std::uint32_t total) -> std::int32_t {
        EXPECT_EQ(total, 10u);
        static_cast<std::vector<std::uint32_t>*>(userData)->push_back(completed);
        return 0;
    };
    EXPECT_EQ(projectAll(device, probes, options).result, PN_SUCCESS);
    EXPECT_EQ(progress.completed, 10u);
    EXPECT_EQ(progress.total, 10u);
    ASSERT_FALSE(seen.empty());
    EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
    EXPECT_EQ(seen.back(), 10u);
    progress.cancel = 1; // beforehand
    options.onProgress = nullptr;
    const BatchCall call = projectAll(device, probes, options);
    EXPECT_EQ(call.result, PN_ERROR_CANCELLED);
    EXPECT_LT(call.completed, 10u);
}

TEST_F(Batch, CancelledByTheCallbackLeavesFinishedOnesValid)
{
    const TestContext device(PN_BACKEND_VULKAN), cpu(PN_BACKEND_CPU);
    const auto probes = mixedProbes(12);
    PnProjectOptions options{};
    options.onProgress = [](void*, std::uint32_t completed, std::uint32_t) -> std::int32_t { return completed >= 5; };
    const BatchCall call = projectAll(device, probes, options);
    EXPECT_EQ(call.result, PN_ERROR_CANCELLED);
    ASSERT_GE(call.completed, 5u);
    ASSERT_LT(call.completed, 12u);
    for (std::size_t i = 0; i < call.completed; ++i)
        expectSameBits(cpu.project(probes[i], 3), call.element(i));
    const BatchCall next = projectAll(device, probes); // the context is as good as new
    EXPECT_EQ(next.result, PN_SUCCESS);
    EXPECT_EQ(next.completed, 12u);
}

TEST_F(Batch, ABadTexelIsAnErrorWhereAsked)
{
    const TestContext device(PN_BACKEND_VULKAN), cpu(PN_BACKEND_CPU);
    std::vector<TestProbe> probes(4, testing::makeProbe(true, 9, 9, PN_FORMAT_RGBA16F));
    for (std::uint32_t i = 0; i < 4; ++i)
        testing::fillWords(probes[i], [i] { return 0x3c003c00u + i; }); // about 1
    const std::uint16_t infinity = 0x7c00;
    for (const std::size_t texel : {81u * 3 + 9 * 4 + 7, 81u * 5}) // the first: face 3, row 4, column 7
        std::memcpy(&probes[2].texels[texel * 8 + 2], &infinity, sizeof(infinity));
    PnProjectOptions options{};
    options.badTexels = PN_BAD_TEXEL_ERROR;
    for (const TestContext* context : {&device, &cpu})
    {
        const BatchCall call = projectAll(*context, probes, options);
        EXPECT_EQ(call.result, PN_ERROR_BAD_TEXEL);
        ASSERT_EQ(call.completed, 2u);
        EXPECT_EQ(call.infos[2].nonFinite, 2u);
        EXPECT_EQ(call.infos[2].hasBadTexel, 1u);
        EXPECT_EQ(call.infos[2].badFace, 3u);
        EXPECT_EQ(call.infos[2].badY, 4u);
        EXPECT_EQ(call.infos[2].badX, 7u);
        expectSameBits(cpu.project(probes[1], 3), call.element(1));
    }
}

TEST_F(Batch, TellsWhatTheContextRunsOn)
{
    for (const std::uint32_t flags : {std::uint32_t{0}, std::uint32_t(PN_CONTEXT_NO_SUBGROUPS)})
    {
        const TestContext device(PN_BACKEND_VULKAN, flags);
        PnContextInfo info{};
        info.structSize = sizeof(info);
        ASSERT_EQ(pnGetContextInfo(device.get(), &info), PN_SUCCESS) << pnGetLastErrorMessage();
        EXPECT_EQ(info.backend, PN_BACKEND_VULKAN);
        EXPECT_EQ(info.isReproducible, 1u);
        EXPECT_STRNE(info.name, "");
        const char* expected = std::getenv("PN_EXPECT_SUBGROUP_SIZE");
        const std::string subgroupSize = flags == 0 && expected != nullptr ? expected : "0";
        if (flags != 0 || expected != nullptr)
        {
            EXPECT_EQ(std::to_string(info.subgroupSize), subgroupSize);
        }
    }
}

// Loading a driver may use up something of the process each time: NVIDIA's could not be loaded a 31st time.
TEST_F(Batch, ContextsMayComeAndGo)
{
    PnContextDesc desc{};
    desc.structSize = sizeof(desc);
    desc.backend = PN_BACKEND_VULKAN;
    for (int i = 0; i < 100; ++i)
    {
        PnContext context = nullptr;
        ASSERT_EQ(pnCreateContext(&desc, &context), PN_SUCCESS) << "context " << i << ": " << pnGetLastErrorMessage();
        pnDestroyContext(context);
    }
}

} // namespace
} // namespace pn
