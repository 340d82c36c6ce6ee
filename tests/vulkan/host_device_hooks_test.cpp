// Which Vulkan functions ProbeNorm calls on a host device, seen through the vkGetInstanceProcAddr that the host passes.
#include "host_device.h"

#include "support/prefilter_probe.h"

#include <string_view>

namespace pn {
namespace {

using namespace testing;

// What the hooks below count and do; one test at a time.
struct Hooks
{
    std::uint32_t forbidden = 0; // calls that only the device's owner makes
    std::uint32_t allocations = 0;
    std::uint32_t pipelines = 0;
    std::uint32_t failingAllocation = ~0u; // counted from 0
    bool failsViews = false;
    bool skipsDispatches = false;
    std::uint32_t commands = 0; // barriers, which every recording begins with
    PFN_vkGetDeviceProcAddr getDeviceProcAddr = nullptr;
    PFN_vkAllocateMemory allocateMemory = nullptr;
    PFN_vkCreateImageView createImageView = nullptr;
    PFN_vkCreateComputePipelines createPipelines = nullptr;
    PFN_vkCmdDispatch dispatch = nullptr;
    PFN_vkCmdPipelineBarrier pipelineBarrier = nullptr;
};

Hooks hooks;

template <typename Function>
struct Forbidden;

template <typename Result, typename... Arguments>
struct Forbidden<Result(VKAPI_PTR*)(Arguments...)>
{
    static VKAPI_ATTR Result VKAPI_CALL call(Arguments...)
    {
        ++hooks.forbidden;
        return Result();
    }
};

VKAPI_ATTR VkResult VKAPI_CALL allocateMemory(VkDevice device, const VkMemoryAllocateInfo* info,
                                              const VkAllocationCallbacks* callbacks, VkDeviceMemory* memory)
{
    if (hooks.allocations++ == hooks.failingAllocation)
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    return hooks.allocateMemory(device, info, callbacks, memory);
}

VKAPI_ATTR VkResult VKAPI_CALL createImageView(VkDevice device, const VkImageViewCreateInfo* info,
                                               const VkAllocationCallbacks* callbacks, VkImageView* view)
{
    return hooks.failsViews ? VK_ERROR_OUT_OF_HOST_MEMORY : hooks.createImageView(device, info, callbacks, view);
}

VKAPI_ATTR VkResult VKAPI_CALL createPipelines(VkDevice device, VkPipelineCache cache, std::uint32_t count,
                                               const VkComputePipelineCreateInfo* infos,
                                               const VkAllocationCallbacks* callbacks, VkPipeline* pipelines)
{
    ++hooks.pipelines;
    return hooks.createPipelines(device, cache, count, infos, callbacks, pipelines);
}

VKAPI_ATTR void VKAPI_CALL dispatch(VkCommandBuffer commands, std::uint32_t x, std::uint32_t y, std::uint32_t z)
{
    if (!hooks.skipsDispatches)
        hooks.dispatch(commands, x, y, z);
}

VKAPI_ATTR void VKAPI_CALL pipelineBarrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkPipelineStageFlags to,
                                           VkDependencyFlags flags, std::uint32_t memoryCount,
                                           const VkMemoryBarrier* memory, std::uint32_t bufferCount,
                                           const VkBufferMemoryBarrier* buffers, std::uint32_t imageCount,
                                           const VkImageMemoryBarrier* images)
{
    ++hooks.commands;
    hooks.pipelineBarrier(commands, from, to, flags, memoryCount, memory, bufferCount, buffers, imageCount, images);
}

template <typename Function>
PFN_vkVoidFunction hooked(Function hook)
{
    return reinterpret_cast<PFN_vkVoidFunction>(hook);
}

template <typename Function>
PFN_vkVoidFunction hooked(Function hook, PFN_vkVoidFunction original, Function& kept)
{
    kept = reinterpret_cast<Function>(original);
    return hooked(hook);
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL getDeviceProcAddr(VkDevice device, const char* name)
{
    const std::string_view called(name);
    const PFN_vkVoidFunction original = hooks.getDeviceProcAddr(device, name);
    if (called == "vkQueueSubmit")
        return hooked(&Forbidden<PFN_vkQueueSubmit>::call);
    if (called == "vkDeviceWaitIdle")
        return hooked(&Forbidden<PFN_vkDeviceWaitIdle>::call);
    if (called == "vkWaitForFences")
        return hooked(&Forbidden<PFN_vkWaitForFences>::call);
    if (called == "vkDestroyDevice")
        return hooked(&Forbidden<PFN_vkDestroyDevice>::call);
    if (called == "vkEndCommandBuffer")
        return hooked(&Forbidden<PFN_vkEndCommandBuffer>::call);
    if (called == "vkAllocateMemory")
        return hooked(&allocateMemory, original, hooks.allocateMemory);
    if (called == "vkCreateImageView")
        return hooked(&createImageView, original, hooks.createImageView);
    if (called == "vkCreateComputePipelines")
        return hooked(&createPipelines, original, hooks.createPipelines);
    if (called == "vkCmdDispatch")
        return hooked(&dispatch, original, hooks.dispatch);
    if (called == "vkCmdPipelineBarrier")
        return hooked(&pipelineBarrier, original, hooks.pipelineBarrier);
    return original;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL getInstanceProcAddr(VkInstance instance, const char* name)
{
    const std::string_view called(name);
    const PFN_vkVoidFunction original = vkGetInstanceProcAddr(instance, name);
    if (called == "vkDestroyInstance")
        return hooked(&Forbidden<PFN_vkDestroyInstance>::call);
    if (called == "vkGetDeviceProcAddr")
        return hooked(&getDeviceProcAddr, original, hooks.getDeviceProcAddr);
    return original;
}

class HostDeviceHooks : public testing::HostDeviceTest
{
protected:
    void SetUp() override
    {
        testing::HostDeviceTest::SetUp();
        if (!m_host)
            return;
        hooks = {};
        pnDestroyContext(m_context);
        PnVulkanDevice device = m_host->desc();
        device.getInstanceProcAddr = &getInstanceProcAddr;
        PnContextDesc desc{};
        desc.structSize = sizeof(desc);
        desc.log = [](void* userData, PnLogLevel, const char* message) {
            static_cast<std::vector<std::string>*>(userData)->emplace_back(message);
        };
        desc.logUserData = &m_log;
        ASSERT_EQ(pnCreateVulkanContext(&device, &desc, &m_context), PN_SUCCESS) << pnGetLastErrorMessage();
        ASSERT_NE(hooks.dispatch, nullptr) << "the hooks are not used";
    }

    // Makes every allocation of a job fail once. The validation layer reports what is left on the device.
    void expectNothingLeft(const PnVulkanJobDesc& desc)
    {
        PnResult result = PN_ERROR_UNKNOWN;
        for (hooks.failingAllocation = 0; result != PN_SUCCESS; ++hooks.failingAllocation)
        {
            ASSERT_LT(hooks.failingAllocation, 100u);
            hooks.allocations = 0;
            PnVulkanJob job = nullptr;
            result = pnCreateVulkanJob(m_context, &desc, &job);
            EXPECT_EQ(result == PN_SUCCESS, job != nullptr);
            if (result != PN_SUCCESS)
            {
                EXPECT_EQ(result, PN_ERROR_OUT_OF_MEMORY) << pnGetLastErrorMessage();
                EXPECT_NE(std::string(pnGetLastErrorMessage()).find("vkAllocateMemory"), std::string::npos);
            }
            pnDestroyVulkanJob(job);
        }
        EXPECT_GT(hooks.failingAllocation, 20u);
        hooks.failingAllocation = ~0u;
    }

    const testing::PrefilterRequest m_prefilter{PN_LOBE_GGX, PN_EFFORT_REALTIME, 8, {0.3f}};
    std::vector<std::string> m_log;
    TestProbe m_texels = makeWildProbe(true, 16, 16, PN_FORMAT_RGBA16F, 1, ~0u);
};

TEST_F(HostDeviceHooks, NothingIsSubmittedWaitedForOrDestroyed)
{
    for (const VkImageUsageFlags usage : {testing::kCopied, testing::kSampled})
    {
        const auto image = makeImage(m_texels, usage);
        const TestJob job(m_context, jobDesc(*image));
        const std::uint32_t allocations = hooks.allocations, pipelines = hooks.pipelines;
        for (int i = 0; i < 2; ++i)
        {
            run(job, image->subresource(0, 0));
            expectSameBits(m_cpu.project(m_texels, 3), job.result());
        }
        EXPECT_GT(allocations, 0u);
        EXPECT_EQ(hooks.allocations, allocations) << "recording allocates";
        EXPECT_EQ(hooks.pipelines, pipelines) << "recording makes pipelines";
    }
    pnDestroyContext(m_context);
    m_context = nullptr;
    EXPECT_EQ(hooks.forbidden, 0u);
}

TEST_F(HostDeviceHooks, ADeviceThatIsWrongIsFoundOut)
{
    hooks.skipsDispatches = true;
    const auto image = makeImage(m_texels, testing::kCopied);
    EXPECT_EQ(project(*image).second.isReproducible, 0u);
    ASSERT_EQ(m_log.size(), 1u);
    EXPECT_NE(m_log[0].find("does not give the CPU backend's bits"), std::string::npos) << m_log[0];
    hooks.skipsDispatches = false;
    EXPECT_EQ(project(*image).second.isReproducible, 0u) << "a verdict is for good";
}

TEST_F(HostDeviceHooks, RecordingPrefilteringAllocatesNothing)
{
    const auto image = makeImage(m_texels, testing::kCopied);
    testing::HostImage target(*m_host, {8, VK_FORMAT_R16G16B16A16_SFLOAT, testing::kCopied});
    const PnPrefilter prefilter = testing::toPrefilter(m_prefilter);
    PnVulkanJobDesc desc = jobDesc(*image);
    desc.prefilter = &prefilter;
    PnVulkanImage written = target.subresource(0, 0);
    written.layout = VK_IMAGE_LAYOUT_UNDEFINED;
    written.finalLayout = VK_IMAGE_LAYOUT_GENERAL;
    PnVulkanRecordInfo info{};
    info.target = &written;
    PnProjectInfo result{};
    result.structSize = sizeof(result);
    for (const bool isWrong : {true, false})
    {
        hooks.skipsDispatches = isWrong;
        const TestJob job(m_context, desc);
        const std::uint32_t allocations = hooks.allocations, pipelines = hooks.pipelines;
        for (int i = 0; i < 2; ++i)
            run(job, image->subresource(0, 0), info);
        EXPECT_EQ(hooks.allocations, allocations);
        EXPECT_EQ(hooks.pipelines, pipelines);
        EXPECT_EQ(pnGetVulkanJobResult(job.get(), nullptr, &result), PN_SUCCESS);
        EXPECT_EQ(result.isReproducible, 0u) << "the first verdict is for good";
    }
    EXPECT_EQ(m_log.size(), 1u);
    EXPECT_EQ(hooks.forbidden, 0u);
}

TEST_F(HostDeviceHooks, AJobForWhichThereIsNoMemoryLeavesNothing)
{
    const auto image = makeImage(m_texels, testing::kSampled);
    PnNormalization normalization{};
    normalization.structSize = sizeof(normalization);
    PnVulkanJobDesc desc = jobDesc(*image);
    desc.normalization = &normalization;
    expectNothingLeft(desc);
    const PnPrefilter prefilter = testing::toPrefilter(m_prefilter);
    desc.normalization = nullptr;
    desc.prefilter = &prefilter;
    expectNothingLeft(desc);
}

TEST_F(HostDeviceHooks, ARecordingThatFailsRecordsNothing)
{
    const auto image = makeImage(m_texels, testing::kSampled);
    const TestJob job(m_context, jobDesc(*image));
    const PnVulkanImage source = image->subresource(0, 0);
    PnVulkanRecordInfo info{};
    info.structSize = sizeof(info);
    info.commandBuffer = m_host->begin();
    info.source = &source;
    hooks.failsViews = true;
    EXPECT_EQ(pnRecordVulkanJob(job.get(), &info), PN_ERROR_OUT_OF_MEMORY) << pnGetLastErrorMessage();
    EXPECT_EQ(hooks.commands, 0u);
    hooks.failsViews = false;
    EXPECT_EQ(pnRecordVulkanJob(job.get(), &info), PN_SUCCESS) << pnGetLastErrorMessage();
    EXPECT_GT(hooks.commands, 0u);
    m_host->end(info.commandBuffer);
    m_host->submitAndWait(info.commandBuffer);
    expectSameBits(m_cpu.project(m_texels, 3), job.result());
}

} // namespace
} // namespace pn
