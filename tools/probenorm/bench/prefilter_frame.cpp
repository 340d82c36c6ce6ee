// Prefiltering as an engine's frame records it: from an image of the device to an image.
#include "bench/device_setup.h"
#include "bench/graphics.h"

#include "probenorm/probenorm.hpp"
#include "probenorm/probenorm_vulkan.h"

#include <memory>

namespace pn::bench {

using namespace pn::vulkan;
using probenorm::sized;
using probenorm::throwIfFailed;

namespace {

constexpr std::uint32_t kFrameTexelBytes = 8; // of half floats

struct DestroyJob
{
    void operator()(PnVulkanJob job) const { pnDestroyVulkanJob(job); }
};
using Job = std::unique_ptr<PnVulkanJob_T, DestroyJob>;

// A device of the bench, as a host's, with a cubemap and an image for its mips.
class PrefilterFrame
{
public:
    PrefilterFrame(std::uint32_t deviceIndex, std::uint32_t faceSize, const PnPrefilter& prefilter)
        : m_instance(std::make_shared<Instance>(false, nullptr)),
          m_device(m_instance, findDevice(*m_instance, deviceIndex)), m_graphics(*m_instance, m_device),
          m_source(m_graphics, imageInfo(faceSize, 1)),
          m_target(m_graphics, imageInfo(prefilter.baseSize, prefilter.mipCount)), m_stopwatch(m_device),
          m_context(makeContext()), m_job(makeJob(faceSize, prefilter))
    {
        Buffer texels(m_device, 6 * std::uint64_t{faceSize} * faceSize * kFrameTexelBytes, MemoryKind::Device);
        fillBuffer(m_device, m_stopwatch, texels, PN_FORMAT_RGBA16F);
        m_stopwatch.run(
            [&](VkCommandBuffer commands) { m_source.recordUpload(commands, texels.handle(), kFrameTexelBytes); });
    }

    Spread time(std::uint32_t runs)
    {
        return m_stopwatch.time(runs, [&](VkCommandBuffer commands) { record(commands); });
    }

private:
    static vk::ImageCreateInfo imageInfo(std::uint32_t faceSize, std::uint32_t mips)
    {
        using Usage = vk::ImageUsageFlagBits;
        return {.flags = vk::ImageCreateFlagBits::eCubeCompatible | vk::ImageCreateFlagBits::eMutableFormat,
                .imageType = vk::ImageType::e2D,
                .format = vk::Format::eR16G16B16A16Sfloat,
                .extent = {faceSize, faceSize, 1},
                .mipLevels = mips,
                .arrayLayers = 6,
                .samples = vk::SampleCountFlagBits::e1,
                .usage = Usage::eSampled | Usage::eStorage | Usage::eTransferDst};
    }

    probenorm::Context makeContext() const
    {
        auto device = sized<PnVulkanDevice>();
        device.queueFamilyIndex = m_device.computeQueue().family;
        device.instance = m_instance->handle();
        device.physicalDevice = m_device.physical().handle;
        device.device = m_device.handle();
        device.getInstanceProcAddr = m_loader.getInstanceProcAddr();
        PnContext context = nullptr;
        throwIfFailed(pnCreateVulkanContext(&device, nullptr, &context));
        return probenorm::Context(context);
    }

    Job makeJob(std::uint32_t faceSize, const PnPrefilter& prefilter) const
    {
        const vk::ImageCreateInfo image = imageInfo(faceSize, 1);
        auto desc = sized<PnVulkanJobDesc>();
        desc.faceSize = faceSize;
        desc.format = VkFormat(image.format);
        desc.usage = desc.targetUsage = VkImageUsageFlags(image.usage);
        desc.prefilter = &prefilter;
        PnVulkanJob job = nullptr;
        throwIfFailed(pnCreateVulkanJob(m_context.get(), &desc, &job));
        return Job(job);
    }

    void record(VkCommandBuffer commands) const
    {
        auto source = sized<PnVulkanImage>(), target = sized<PnVulkanImage>();
        source.image = m_source.handle();
        source.layout = target.finalLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
        target.image = m_target.handle();
        source.stage = target.stage = VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT;
        source.access = target.access = VK_ACCESS_SHADER_READ_BIT;
        auto info = sized<PnVulkanRecordInfo>();
        info.commandBuffer = commands;
        info.source = &source;
        info.target = &target;
        throwIfFailed(pnRecordVulkanJob(m_job.get(), &info));
    }

    Loader m_loader; // the function that a host has from it
    std::shared_ptr<Instance> m_instance;
    Device m_device;
    Graphics m_graphics;
    Image m_source, m_target;
    Stopwatch m_stopwatch;
    probenorm::Context m_context;
    Job m_job;
};

} // namespace

Spread prefilterInFrame(std::uint32_t deviceIndex, std::uint32_t faceSize, const PnPrefilter& prefilter,
                        std::uint32_t runs)
{
    return PrefilterFrame(deviceIndex, faceSize, prefilter).time(runs);
}

} // namespace pn::bench
