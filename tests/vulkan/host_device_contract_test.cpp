// What a host may rely on around the result: layouts, other subresources, buffers, repeated recordings.
#include "host_device.h"

#include <array>

namespace pn {
namespace {

using namespace testing;

constexpr VkImageUsageFlags kBothRoutes = kCopied | kSampled; // which takes the one by copy

class HostDeviceContract : public testing::HostDeviceTest
{
protected:
    static TestProbe probe(std::uint32_t size, std::uint32_t seed)
    {
        return testing::makeWildProbe(true, size, size, PN_FORMAT_RGBA16F, seed,
                                      ~0u); // finite: the same by both routes
    }
};

// The download asks for the layout that the contract promises: validation would tell if the image were in another.
TEST_F(HostDeviceContract, LeavesTheImageInItsLayoutWithItsTexels)
{
    const TestProbe texels = probe(16, 1);
    for (const HostImageState& state : {HostImageState{},
                                        HostImageState{VK_IMAGE_LAYOUT_GENERAL, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                                       VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT},
                                        HostImageState{VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                                       VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT}})
    {
        HostImage image(*m_host, {16, VK_FORMAT_R16G16B16A16_SFLOAT, kBothRoutes});
        image.upload(0, 0, texels.texels, state);
        const TestJob job(m_context, jobDesc(image));
        run(job, image.subresource(0, 0, state));
        expectSameBits(m_cpu.project(texels, 3), job.result());
        EXPECT_EQ(image.download(0, 0, texels.texels.size(), state), texels.texels);
    }
}

TEST_F(HostDeviceContract, BringsTheImageIntoItsFinalLayout)
{
    const TestProbe texels = probe(8, 2);
    const auto image = makeImage(texels, kBothRoutes);
    const TestJob job(m_context, jobDesc(*image));
    PnVulkanImage source = image->subresource(0, 0);
    source.stage = 0; // everywhere
    source.access = 0;
    source.finalLayout = VK_IMAGE_LAYOUT_GENERAL;
    run(job, source);
    const HostImageState general{VK_IMAGE_LAYOUT_GENERAL, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                 VK_ACCESS_MEMORY_READ_BIT};
    EXPECT_EQ(image->download(0, 0, texels.texels.size(), general), texels.texels);
}

TEST_F(HostDeviceContract, ReadsTheMipAndLayersItIsTold)
{
    for (const VkImageUsageFlags usage : {kBothRoutes, kSampled})
    {
        HostImage image(*m_host, {64, VK_FORMAT_R16G16B16A16_SFLOAT, usage, 4, 18, false});
        for (const auto& [mip, layer] : {std::pair{0u, 12u}, std::pair{2u, 6u}, std::pair{3u, 5u}})
        {
            SCOPED_TRACE("mip " + std::to_string(mip) + ", layer " + std::to_string(layer));
            const TestProbe texels = probe(64 >> mip, 30 + mip);
            image.upload(mip, layer, texels.texels);
            const TestJob job(m_context, jobDesc(image, mip));
            run(job, image.subresource(mip, layer));
            expectSameBits(m_cpu.project(texels, 3), job.result());
        }
    }
}

// Whole faces one after the other, and then parts of faces.
TEST_F(HostDeviceContract, GivesTheSameBitsInAnyPieces)
{
    PnContextDesc small{};
    small.chunkBytes = 64u << 10;
    replaceContext(small);
    for (const std::uint32_t size : {64u, 301u, 600u})
    {
        const TestProbe texels = probe(size, size);
        const auto expected = m_cpu.project(texels, 3);
        expectSameBits(expected, project(*makeImage(texels, kCopied)));
        expectSameBits(expected, project(*makeImage(texels, kSampled), nullptr, PN_VULKAN_ROUTE_FETCH));
    }
}

TEST_F(HostDeviceContract, WritesCoefficientsIntoTheHostsBuffer)
{
    const TestProbe texels = probe(16, 3);
    const auto image = makeImage(texels, kBothRoutes);
    for (const std::uint32_t bands : {1u, 3u, 5u})
    {
        PnProjectOptions options{};
        options.structSize = sizeof(options);
        options.bands = bands;
        PnVulkanJobDesc desc = jobDesc(*image);
        desc.options = &options;
        const TestJob job(m_context, desc);
        const std::size_t bytes = std::size_t{12} * bands * bands;
        HostBuffer buffer(*m_host, 8 + bytes + 4);
        std::memset(buffer.data(), 0x5a, buffer.size());
        PnVulkanRecordInfo info{};
        info.buffer = buffer.handle();
        info.bufferOffset = 8;
        info.bufferStage = VK_PIPELINE_STAGE_HOST_BIT;
        info.bufferAccess = VK_ACCESS_HOST_READ_BIT;
        run(job, image->subresource(0, 0), info);
        const PnSh expected = m_cpu.project(texels, bands).first;
        EXPECT_EQ(std::memcmp(buffer.data() + 8, expected.rgb, bytes), 0) << bands << " bands";
        for (const std::size_t at : {std::size_t{0}, std::size_t{7}, 8 + bytes, 8 + bytes + 3})
            EXPECT_EQ(buffer.data()[at], std::byte{0x5a}) << "byte " << at << " is not the job's";
    }
}

TEST_F(HostDeviceContract, MayBeRecordedAHundredTimesWithOtherImages)
{
    const std::array<TestProbe, 2> texels{probe(16, 40), probe(16, 41)};
    for (const VkImageUsageFlags usage : {kCopied, kSampled})
    {
        const std::array images{makeImage(texels[0], usage), makeImage(texels[1], usage)};
        const TestJob job(m_context, jobDesc(*images[0]));
        const std::uint64_t scratch = job.info().scratchBytes;
        for (std::size_t frame = 0; frame < 100; ++frame)
        {
            run(job, images[frame % 2]->subresource(0, 0));
            if (frame % 3 != 1) // a result need not be read
                expectSameBits(m_cpu.project(texels[frame % 2], 3), job.result());
        }
        EXPECT_EQ(job.info().scratchBytes, scratch);
    }
}

TEST_F(HostDeviceContract, ACommandBufferMayBeSubmittedAgain)
{
    const auto image = makeImage(probe(16, 50), kBothRoutes);
    const TestJob job(m_context, jobDesc(*image));
    const VkCommandBuffer commands = m_host->begin();
    job.record(commands, image->subresource(0, 0));
    m_host->end(commands);
    for (const std::uint32_t seed : {51u, 52u})
    {
        const TestProbe texels = probe(16, seed);
        image->upload(0, 0, texels.texels);
        m_host->submitAndWait(commands);
        expectSameBits(m_cpu.project(texels, 3), job.result());
    }
}

TEST_F(HostDeviceContract, ManyJobsMayShareACommandBuffer)
{
    std::vector<TestProbe> probes;
    std::vector<std::unique_ptr<HostImage>> images;
    std::vector<std::unique_ptr<TestJob>> jobs;
    for (std::uint32_t i = 0; i < 5; ++i)
    {
        probes.push_back(probe(4 + 3 * i, 60 + i));
        images.push_back(makeImage(probes.back(), kBothRoutes));
        jobs.push_back(std::make_unique<TestJob>(m_context, jobDesc(*images.back())));
    }
    m_host->run([&](VkCommandBuffer commands) {
        for (std::size_t i = 0; i < jobs.size(); ++i)
            jobs[i]->record(commands, images[i]->subresource(0, 0));
    });
    for (std::size_t i = 0; i < jobs.size(); ++i)
        expectSameBits(m_cpu.project(probes[i], 3), jobs[i]->result());
}

TEST_F(HostDeviceContract, AResultThatHasNotRunIsNotReady)
{
    const TestProbe texels = probe(16, 70);
    const auto image = makeImage(texels, kBothRoutes);
    const TestJob job(m_context, jobDesc(*image));
    PnSh sh{};
    EXPECT_EQ(pnGetVulkanJobResult(job.get(), &sh, nullptr), PN_ERROR_NOT_READY) << "before any recording";
    const auto recordAndRun = [&](bool runs) {
        const VkCommandBuffer commands = m_host->begin();
        job.record(commands, image->subresource(0, 0));
        m_host->end(commands);
        EXPECT_EQ(pnGetVulkanJobResult(job.get(), &sh, nullptr), PN_ERROR_NOT_READY) << "recorded only";
        if (runs)
            m_host->submitAndWait(commands);
    };
    recordAndRun(false); // the tables that this one would have copied are not there
    recordAndRun(true);
    expectSameBits(m_cpu.project(texels, 3), job.result());
    recordAndRun(true);
    expectSameBits(m_cpu.project(texels, 3), job.result());
}

TEST_F(HostDeviceContract, AJobOutlivesItsContext)
{
    const TestProbe texels = probe(16, 80);
    const auto image = makeImage(texels, kBothRoutes);
    const TestJob job(m_context, jobDesc(*image));
    pnDestroyContext(m_context);
    m_context = nullptr;
    run(job, image->subresource(0, 0));
    expectSameBits(m_cpu.project(texels, 3), job.result());
}

TEST_F(HostDeviceContract, TheContextTellsWhetherItsDeviceWasTested)
{
    PnContextInfo info{};
    info.structSize = sizeof(info);
    for (const std::uint32_t isReproducible : {0u, 1u})
    {
        ASSERT_EQ(pnGetContextInfo(m_context, &info), PN_SUCCESS);
        EXPECT_EQ(info.backend, PN_BACKEND_VULKAN);
        EXPECT_EQ(info.isReproducible, isReproducible);
        project(*makeImage(probe(16, 90), kCopied));
    }
}

} // namespace
} // namespace pn
