// The normalized image: the texels that pnNormalizeCubemaps gives on the CPU.
#include "host_device.h"

#include "support/normalize_probe.h"

#include <span>

namespace pn {
namespace {

using namespace testing;

class HostDeviceNormalize : public testing::HostDeviceTest
{
protected:
    static TestMips wildMips(std::uint32_t faceSize, std::uint32_t count, PnFormat format)
    {
        return makeMips(faceSize, count, format, [&](std::uint32_t size, std::uint32_t mip) {
            return makeWildProbe(true, size, size, format, 100 * faceSize + mip);
        });
    }

    // The mips lie behind another one in the source, and are written in front of another one's place in the target.
    void compare(TestMips mips, PnNormalization normalization, VkImageUsageFlags usage = kCopied,
                 VkImageUsageFlags targetUsage = kCopied)
    {
        normalization.structSize = sizeof(normalization);
        const Normalized expected = testing::normalize(m_cpu.get(), mips, normalization, nullptr);
        const auto count = std::uint32_t(mips.sources.size());
        const std::uint32_t size = mips.sources.front().width;
        SCOPED_TRACE(mips.sources.front().name() + ", " + std::to_string(count) + " mips");
        HostImage source(*m_host, {2 * size, testing::vulkanFormat(mips.sources.front().format), usage, count + 1});
        HostImage target(*m_host, {size, testing::vulkanFormat(mips.results.front().format), targetUsage, count});
        for (std::uint32_t i = 0; i < count; ++i)
            source.upload(i + 1, 0, mips.sources[i].texels);

        PnVulkanJobDesc desc = jobDesc(source, 1);
        desc.normalization = &normalization;
        desc.mipCount = count;
        desc.targetUsage = targetUsage & VK_IMAGE_USAGE_STORAGE_BIT;
        const TestJob job(m_context, desc);
        EXPECT_EQ(job.info().route, usage == kCopied ? PN_VULKAN_ROUTE_COPY : PN_VULKAN_ROUTE_FETCH);
        EXPECT_EQ(job.info().targetFormat, target.desc().format);
        PnVulkanImage written = target.subresource(0, 0);
        written.layout = VK_IMAGE_LAYOUT_UNDEFINED;
        written.finalLayout = target.restingState().layout;
        PnVulkanRecordInfo info{};
        info.target = &written;
        for (int i = 0; i < 2; ++i) // recorded again
        {
            run(job, source.subresource(1, 0), info);
            testing::expectSameBits({expected.sh, expected.projectInfo}, job.result());
            EXPECT_EQ(job.result().second.isReproducible, 1u);
            for (std::uint32_t mip = 0; mip < count; ++mip)
                EXPECT_EQ(target.download(mip, 0, mips.results[mip].texels.size()), mips.results[mip].texels) << mip;
        }
    }

    void compareFormats(std::span<const PnFormat> formats)
    {
        for (const PnFormat format : formats)
            if (hasImages(testing::vulkanFormat(format), VK_FORMAT_FEATURE_TRANSFER_SRC_BIT))
                for (const std::uint32_t size : {1u, 33u, 64u})
                    compare(wildMips(size, 1, format), {});
    }
};

TEST_F(HostDeviceNormalize, GivesTheCpusTexels)
{
    constexpr PnFormat kFormat[] = {PN_FORMAT_RGBA8}; // halves and shared exponents are in TreatsAllMipsWithTheirLobes
    compareFormats(kFormat);
}

TEST_F(HostDeviceNormalize, OfEveryFormatGivesTheCpusTexels)
{
    compareFormats(kFormats);
}

TEST_F(HostDeviceNormalize, TreatsAllMipsWithTheirLobes)
{
    PnNormalization normalization{};
    normalization.lobe = PN_LOBE_GGX;
    normalization.channels = PN_CHANNELS_RGB;
    compare(wildMips(64, 7, PN_FORMAT_RGBA16F), normalization);
    compare(wildMips(25, 3, PN_FORMAT_RGB9E5), normalization);
    const TestMips finite = makeMips(32, 2, PN_FORMAT_RGBA16F, [](std::uint32_t size, std::uint32_t mip) {
        return makeWildProbe(true, size, size, PN_FORMAT_RGBA16F, mip, ~0u);
    });
    compare(finite, {}, kSampled);
}

TEST_F(HostDeviceNormalize, GivesTheSameTexelsInAnyPieces)
{
    PnContextDesc small{};
    small.chunkBytes = 64u << 10;
    replaceContext(small);
    compare(wildMips(64, 3, PN_FORMAT_RGBA16F), {});
    for (const VkImageUsageFlags targetUsage : {kCopied, testing::kStored})
        compare(wildMips(301, 2, PN_FORMAT_RGBA16F), {}, kCopied, targetUsage); // parts of faces, with a centre row
}

// Layers of one array may be source and target, as long as they are not the same.
TEST_F(HostDeviceNormalize, WritesOtherLayersOfTheSameImage)
{
    TestMips mips = wildMips(16, 1, PN_FORMAT_RGBA16F);
    PnNormalization normalization{};
    normalization.structSize = sizeof(normalization);
    testing::normalize(m_cpu.get(), mips, normalization, nullptr);
    HostImage image(*m_host, {16, VK_FORMAT_R16G16B16A16_SFLOAT, kCopied, 1, 12, false});
    image.upload(0, 0, mips.sources[0].texels);
    image.upload(0, 6, mips.sources[0].texels);
    PnVulkanJobDesc desc = jobDesc(image);
    desc.normalization = &normalization;
    const TestJob job(m_context, desc);
    const PnVulkanImage target = image.subresource(0, 6);
    PnVulkanRecordInfo info{};
    info.target = &target;
    run(job, image.subresource(0, 0), info);
    EXPECT_EQ(image.download(0, 6, mips.results[0].texels.size()), mips.results[0].texels);
    EXPECT_EQ(image.download(0, 0, mips.sources[0].texels.size()), mips.sources[0].texels);
}

} // namespace
} // namespace pn
