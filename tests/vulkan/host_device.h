#pragma once

#include "context.h"
#include "support/host_image.h"

#include <memory>
#include <optional>

namespace pn::testing {

inline VkFormat vulkanFormat(PnFormat format)
{
    switch (format)
    {
    case PN_FORMAT_RGBA32F: return VK_FORMAT_R32G32B32A32_SFLOAT;
    case PN_FORMAT_RGB32F: return VK_FORMAT_R32G32B32_SFLOAT;
    case PN_FORMAT_RGBA16F: return VK_FORMAT_R16G16B16A16_SFLOAT;
    case PN_FORMAT_RGB9E5: return VK_FORMAT_E5B9G9R9_UFLOAT_PACK32;
    case PN_FORMAT_R11G11B10F: return VK_FORMAT_B10G11R11_UFLOAT_PACK32;
    case PN_FORMAT_RGBA8: return VK_FORMAT_R8G8B8A8_UNORM;
    case PN_FORMAT_RGBA8_SRGB: return VK_FORMAT_R8G8B8A8_SRGB;
    default: return VK_FORMAT_UNDEFINED;
    }
}

// The usages for the two routes.
inline constexpr VkImageUsageFlags kCopied = VK_IMAGE_USAGE_TRANSFER_SRC_BIT, kSampled = VK_IMAGE_USAGE_SAMPLED_BIT;

// Of a target that a kernel writes.
inline constexpr VkImageUsageFlags kStored = VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;

// A job of the C API.
class TestJob
{
public:
    TestJob(PnContext context, const PnVulkanJobDesc& desc)
    {
        PnVulkanJobDesc sized = desc;
        sized.structSize = sizeof(sized);
        EXPECT_EQ(pnCreateVulkanJob(context, &sized, &m_job), PN_SUCCESS) << pnGetLastErrorMessage();
    }
    ~TestJob() { pnDestroyVulkanJob(m_job); }
    TestJob(const TestJob&) = delete;
    TestJob& operator=(const TestJob&) = delete;

    PnVulkanJob get() const { return m_job; }

    PnVulkanJobInfo info() const
    {
        PnVulkanJobInfo info{};
        info.structSize = sizeof(info);
        EXPECT_EQ(pnGetVulkanJobInfo(m_job, &info), PN_SUCCESS) << pnGetLastErrorMessage();
        return info;
    }

    void record(VkCommandBuffer commands, const PnVulkanImage& source, PnVulkanRecordInfo info = {}) const
    {
        info.source = &source;
        record(commands, info);
    }

    void record(VkCommandBuffer commands, PnVulkanRecordInfo info) const
    {
        info.structSize = sizeof(info);
        info.commandBuffer = commands;
        EXPECT_EQ(pnRecordVulkanJob(m_job, &info), PN_SUCCESS) << pnGetLastErrorMessage();
    }

    std::pair<PnSh, PnProjectInfo> result() const
    {
        PnSh sh{};
        PnProjectInfo info{};
        info.structSize = sizeof(info);
        EXPECT_EQ(pnGetVulkanJobResult(m_job, &sh, &info), PN_SUCCESS) << pnGetLastErrorMessage();
        return {sh, info};
    }

private:
    PnVulkanJob m_job = nullptr;
};

// A host with its device, and ProbeNorm on it.
class HostDeviceTest : public ::testing::Test
{
protected:
    void SetUp() override
    {
        if (!VulkanHost::isPossible())
            GTEST_SKIP() << "no Vulkan device";
        m_host.emplace();
        m_context = createContext({});
    }

    void TearDown() override { pnDestroyContext(m_context); }

    // The context of the test is one of this kind from now on.
    void replaceContext(const PnContextDesc& desc)
    {
        pnDestroyContext(m_context);
        m_context = createContext(desc);
    }

    PnContext createContext(PnContextDesc desc)
    {
        desc.structSize = sizeof(desc);
        const PnVulkanDevice device = m_host->desc();
        PnContext context = nullptr;
        EXPECT_EQ(pnCreateVulkanContext(&device, &desc, &context), PN_SUCCESS) << pnGetLastErrorMessage();
        return context;
    }

    // Whether the device has images of the format that can be written and used in that way.
    bool hasImages(VkFormat format, VkFormatFeatureFlags use) const
    {
        const VkFormatFeatureFlags needed = use | VK_FORMAT_FEATURE_TRANSFER_DST_BIT;
        return (m_host->features(format) & needed) == needed;
    }

    static PnVulkanJobDesc jobDesc(const HostImage& image, std::uint32_t mip = 0)
    {
        PnVulkanJobDesc desc{};
        desc.structSize = sizeof(desc);
        desc.faceSize = std::max(1u, image.desc().faceSize >> mip);
        desc.format = image.desc().format;
        desc.usage = image.desc().usage;
        return desc;
    }

    // A cubemap on the host's device with these texels.
    std::unique_ptr<HostImage> makeImage(const TestProbe& probe, VkImageUsageFlags usage)
    {
        auto image =
            std::make_unique<HostImage>(*m_host, HostImageDesc{probe.width, vulkanFormat(probe.format), usage});
        image->upload(0, 0, probe.texels);
        return image;
    }

    void run(const TestJob& job, const PnVulkanImage& source, const PnVulkanRecordInfo& info = {})
    {
        m_host->run([&](VkCommandBuffer commands) { job.record(commands, source, info); });
    }

    // A job of its own on an image, from its making to its result.
    std::pair<PnSh, PnProjectInfo> project(const HostImage& image, const PnProjectOptions* options = nullptr,
                                           PnVulkanRoute route = PN_VULKAN_ROUTE_COPY)
    {
        PnVulkanJobDesc desc = jobDesc(image);
        desc.options = options;
        const TestJob job(m_context, desc);
        EXPECT_EQ(job.info().route, route);
        run(job, image.subresource(0, 0));
        return job.result();
    }

    std::optional<VulkanHost> m_host;
    PnContext m_context = nullptr;
    TestContext m_cpu{PN_BACKEND_CPU}; // to compare with
};

} // namespace pn::testing
