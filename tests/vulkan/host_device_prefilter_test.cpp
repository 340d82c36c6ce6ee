// Prefiltering recorded into a host's frames: the mips that pnPrefilterCubemaps makes on the CPU, however the work is
// spread over the frames.
#include "host_device.h"

#include "support/kept_host.h"
#include "support/prefilter_probe.h"

namespace pn {
namespace {

using namespace testing;

constexpr std::uint32_t kSize = 16, kMips = 3;
constexpr VkFormat kHalves = VK_FORMAT_R16G16B16A16_SFLOAT;

class HostDevicePrefilter : public testing::HostDeviceTest
{
protected:
    static TestProbe wild(std::uint32_t seed) { return makeWildProbe(true, kSize, kSize, PN_FORMAT_RGBA16F, seed); }

    TestMips expected(const TestProbe& source) const
    {
        return testing::prefilter(m_cpu.get(), source, m_request, testing::resultFormat(source.format));
    }

    PnVulkanJobDesc prefilterDesc(const HostImage& source, VkImageUsageFlags targetUsage = 0) const
    {
        PnVulkanJobDesc desc = jobDesc(source);
        desc.targetUsage = targetUsage;
        desc.prefilter = &m_values;
        return desc;
    }

    // What the image held before is lost.
    static PnVulkanImage overwritten(const HostImage& image)
    {
        PnVulkanImage written = image.subresource(0, 0);
        written.layout = VK_IMAGE_LAYOUT_UNDEFINED;
        written.finalLayout = image.restingState().layout;
        return written;
    }

    static void record(const TestJob& job, VkCommandBuffer commands, const PnVulkanImage* source,
                       const PnVulkanImage* target, PnVulkanRecordInfo info = {})
    {
        info.source = source;
        info.target = target;
        job.record(commands, info);
    }

    static PnVulkanRecordInfo part(std::uint32_t mip, std::uint32_t mips, std::uint32_t face, std::uint32_t faces)
    {
        PnVulkanRecordInfo info{};
        info.firstMip = mip;
        info.mipCount = mips;
        info.firstFace = face;
        info.faceCount = faces;
        return info;
    }

    static void expectMips(HostImage& image, const TestMips& mips, std::uint32_t firstMip = 0,
                           std::uint32_t firstLayer = 0)
    {
        for (std::uint32_t mip = 0; mip < kMips; ++mip)
        {
            const std::vector<std::byte>& texels = mips.results[mip].texels;
            EXPECT_EQ(image.download(firstMip + mip, firstLayer, texels.size()), texels) << "mip " << mip;
        }
    }

    static void expectReproducible(const TestJob& job)
    {
        PnProjectInfo info{};
        info.structSize = sizeof(info);
        EXPECT_EQ(pnGetVulkanJobResult(job.get(), nullptr, &info), PN_SUCCESS) << pnGetLastErrorMessage();
        EXPECT_EQ(info.isReproducible, 1u);
    }

    // At once; the second time without tables and tests.
    void compare(PnFormat format, VkImageUsageFlags usage = kCopied, std::uint32_t specialOneIn = 64,
                 VkImageUsageFlags targetUsage = kCopied)
    {
        SCOPED_TRACE("format " + std::to_string(format));
        HostImage source(*m_host, {kSize, vulkanFormat(format), usage});
        HostImage target(*m_host, {kSize, vulkanFormat(testing::resultFormat(format)), targetUsage, kMips});
        const TestJob job(m_context, prefilterDesc(source, targetUsage & VK_IMAGE_USAGE_STORAGE_BIT));
        EXPECT_EQ(job.info().route, usage == kCopied ? PN_VULKAN_ROUTE_COPY : PN_VULKAN_ROUTE_FETCH);
        EXPECT_EQ(job.info().targetFormat, target.desc().format);
        EXPECT_EQ(pnGetVulkanJobResult(job.get(), nullptr, nullptr), PN_ERROR_NOT_READY);
        const PnVulkanImage read = source.subresource(0, 0), written = overwritten(target);
        for (const std::uint32_t seed : {3u, 4u})
        {
            const TestProbe texels = makeWildProbe(true, kSize, kSize, format, seed, specialOneIn);
            source.upload(0, 0, texels.texels);
            m_host->run([&](VkCommandBuffer commands) { record(job, commands, &read, &written); });
            expectMips(target, expected(texels));
            expectReproducible(job);
        }
    }

    testing::PrefilterRequest m_request{PN_LOBE_GGX, PN_EFFORT_REALTIME, 0, {0.0f, 0.4f, 0.9f}};
    PnPrefilter m_values = testing::toPrefilter(m_request);
};

// tests/vulkan/prefilter_test.cpp has the other formats.
TEST_F(HostDevicePrefilter, GivesTheCpusTexels)
{
    for (const PnFormat format : {PN_FORMAT_RGBA32F, PN_FORMAT_RGBA16F, PN_FORMAT_R11G11B10F})
        compare(format);
}

TEST_F(HostDevicePrefilter, FetchesWhatCannotBeCopied)
{
    compare(PN_FORMAT_RGBA16F, kSampled, ~0u);
}

TEST_F(HostDevicePrefilter, StoresWhereTheTargetAllowsIt)
{
    for (const PnFormat format : {PN_FORMAT_RGBA32F, PN_FORMAT_RGBA16F, PN_FORMAT_R11G11B10F})
        compare(format, kCopied, 64, kStored);
}

// The light in a frame of its own, then a face of a mip per frame; then pairs of faces, and mips, of another light.
// Other mips and layers of the target stay as they are.
TEST_F(HostDevicePrefilter, GivesTheSameTexelsInAnyParts)
{
    for (const VkImageUsageFlags usage : {kCopied, kStored})
    {
        constexpr std::uint32_t kFirstMip = 1, kFirstLayer = 5;
        const TestProbe texels = wild(20), others = wild(21);
        const auto source = makeImage(texels, kCopied), otherSource = makeImage(others, kCopied);
        HostImage target(*m_host, {2 * kSize, kHalves, usage, kMips + 1, 12, false});
        const std::vector<std::byte> filler(std::size_t{6} * 8 * 4 * kSize * kSize, std::byte{0x3a});
        const auto fillerOf = [&](std::uint32_t mip) { return std::span(filler).first(filler.size() >> (2 * mip)); };
        for (std::uint32_t mip = 0; mip <= kMips; ++mip)
            for (const std::uint32_t layer : {0u, 6u})
                target.upload(mip, layer, fillerOf(mip));
        const TestJob job(m_context, prefilterDesc(*source, usage & VK_IMAGE_USAGE_STORAGE_BIT));
        const PnVulkanImage read = source->subresource(0, 0), readNext = otherSource->subresource(0, 0);
        const PnVulkanImage written = target.subresource(kFirstMip, kFirstLayer);

        m_host->run([&](VkCommandBuffer commands) { record(job, commands, &read, nullptr); });
        for (std::uint32_t mip = kMips; mip-- > 0;)
            for (std::uint32_t face = 0; face < 6; ++face)
                m_host->run(
                    [&](VkCommandBuffer commands) { record(job, commands, nullptr, &written, part(mip, 1, face, 1)); });
        expectMips(target, expected(texels), kFirstMip, kFirstLayer);
        for (std::uint32_t mip = 0; mip <= kMips; ++mip)
        {
            const auto all = fillerOf(mip);
            const auto before = target.download(mip, 0, all.size()), behind = target.download(mip, 6, all.size());
            const std::size_t face = all.size() / 6, kept = face * (mip < kFirstMip ? 6 : kFirstLayer);
            EXPECT_TRUE(std::ranges::equal(all.first(kept), std::span(before).first(kept))) << mip;
            EXPECT_TRUE(std::ranges::equal(all.first(face), std::span(behind).last(face))) << mip;
        }

        m_host->run([&](VkCommandBuffer commands) {
            record(job, commands, &readNext, &written, part(0, 0, 0, 2));
            record(job, commands, nullptr, &written, part(1, 2, 2, 0));
            record(job, commands, nullptr, &written, part(0, 1, 2, 4));
        });
        expectMips(target, expected(others), kFirstMip, kFirstLayer);
    }
}

// Nothing waits between them, and the first recording, which is never submitted, is not missed. A command buffer may be
// submitted again.
TEST_F(HostDevicePrefilter, SeveralFramesMayBeInFlight)
{
    std::vector<TestProbe> texels;
    std::vector<std::unique_ptr<HostImage>> sources, targets;
    for (std::uint32_t i = 0; i < 4; ++i)
    {
        texels.push_back(wild(30 + i));
        sources.push_back(makeImage(texels.back(), kCopied));
        targets.push_back(std::make_unique<HostImage>(*m_host, HostImageDesc{kSize, kHalves, kStored, kMips}));
    }
    const TestJob job(m_context, prefilterDesc(*sources[0], kStored));
    const auto recorded = [&](std::size_t i) {
        const PnVulkanImage read = sources[i]->subresource(0, 0), written = overwritten(*targets[i]);
        const VkCommandBuffer commands = m_host->begin();
        record(job, commands, &read, &written);
        m_host->end(commands);
        return commands;
    };
    recorded(0);
    std::vector<VkCommandBuffer> frames;
    for (std::size_t i = 0; i < sources.size(); ++i) // four, the most that may be in flight
        frames.push_back(recorded(i));
    for (const VkCommandBuffer& commands : frames)
    {
        VkSubmitInfo info{};
        info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
        info.commandBufferCount = 1;
        info.pCommandBuffers = &commands;
        ASSERT_EQ(vkQueueSubmit(m_host->queue(), 1, &info, VK_NULL_HANDLE), VK_SUCCESS);
    }
    m_host->run([](VkCommandBuffer) {}); // waits for all
    for (std::size_t i = 0; i < frames.size(); ++i)
        expectMips(*targets[i], expected(texels[i]));
    expectReproducible(job);

    sources[0]->upload(0, 0, texels[1].texels);
    m_host->submitAndWait(frames[0]);
    expectMips(*targets[0], expected(texels[1]));
}

// An image whose mip 0 is the source and stays.
TEST_F(HostDevicePrefilter, WritesOtherMipsOfItsSource)
{
    const TestProbe texels = wild(40);
    HostImage image(*m_host, {kSize, kHalves, kCopied, kMips});
    TestMips mips = expected(texels);
    mips.results[0].texels = texels.texels;
    for (std::uint32_t mip = 0; mip < kMips; ++mip)
        image.upload(mip, 0, mip == 0 ? texels.texels : std::vector(mips.results[mip].texels.size(), std::byte{1}));
    const TestJob job(m_context, prefilterDesc(image));
    const PnVulkanImage both = image.subresource(0, 0);
    m_host->run([&](VkCommandBuffer commands) { record(job, commands, &both, &both, part(1, 0, 0, 0)); });
    expectMips(image, mips);
}

// The second context's job takes its tables from the host, and the third's, whose tables are damaged, works them out.
TEST_F(HostDevicePrefilter, KeepsTablesFromContextToContext)
{
    KeptHost host;
    PnContextDesc desc{};
    desc.loadTables = KeptHost::load;
    desc.storeTables = KeptHost::store;
    desc.tablesUserData = &host;
    const auto run = [&] {
        replaceContext(desc);
        compare(PN_FORMAT_RGBA16F);
    };
    run();
    EXPECT_EQ(host.stores, 2u); // mip 0 is a copy
    EXPECT_EQ(host.loads, 0u);
    run();
    EXPECT_EQ(host.stores, 2u);
    EXPECT_EQ(host.loads, 2u);
    host.kept.begin()->second[100] ^= std::byte{1};
    run();
    EXPECT_EQ(host.stores, 3u);
}

} // namespace
} // namespace pn
