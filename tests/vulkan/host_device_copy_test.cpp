// The route by copy: the bits of the CPU backend, whatever the texels hold.
#include "host_device.h"

namespace pn {
namespace {

using testing::expectSameBits;
using testing::HostImage;
using testing::kFormats;
using testing::makeWildProbe;
using testing::TestContext;
using testing::TestJob;
using testing::TestProbe;

class HostDeviceCopy : public testing::HostDeviceTest
{
protected:
    void compare(const TestProbe& probe, std::uint32_t bands, const PnProjectOptions* base = nullptr)
    {
        SCOPED_TRACE(probe.name() + ", " + std::to_string(bands) + " bands");
        PnProjectOptions options = base != nullptr ? *base : PnProjectOptions{};
        options.structSize = sizeof(options);
        options.bands = bands;
        HostImage image(*m_host, {probe.width, testing::vulkanFormat(probe.format), VK_IMAGE_USAGE_TRANSFER_SRC_BIT});
        image.upload(0, 0, probe.texels);
        const auto actual = project(image, &options);
        expectSameBits(m_cpu.project(probe, bands, &options), actual);
        EXPECT_EQ(actual.second.isReproducible, 1u);
        EXPECT_EQ(actual.second.backend, PN_BACKEND_VULKAN);
    }

    TestContext m_cpu{PN_BACKEND_CPU};
};

TEST_F(HostDeviceCopy, GivesTheCpusBitsForEveryFormatAndSize)
{
    std::uint32_t formats = 0;
    for (const PnFormat format : kFormats)
    {
        if (!hasImages(testing::vulkanFormat(format), VK_FORMAT_FEATURE_TRANSFER_SRC_BIT))
            continue;
        ++formats;
        for (const std::uint32_t size : {1u, 7u, 16u, 64u})
            compare(makeWildProbe(true, size, size, format, 10 + size), 3);
    }
    EXPECT_GE(formats, 6u); // three channels of 32 bits are rare on devices
}

// That other jobs' kernels passed says nothing of the pass between theirs, which only large faces have.
TEST_F(HostDeviceCopy, TestsTheMiddlePassOfLargeFaces)
{
    compare(makeWildProbe(true, 65, 65, PN_FORMAT_RGBA8, 1), 3);
    const TestProbe probe = makeWildProbe(true, 2048, 2048, PN_FORMAT_RGBA8, 2);
    const HostImage image(*m_host, {probe.width, VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_USAGE_TRANSFER_SRC_BIT});
    const std::uint64_t withTest = TestJob(m_context, jobDesc(image)).info().scratchBytes;
    compare(probe, 3);
    EXPECT_LT(TestJob(m_context, jobDesc(image)).info().scratchBytes, withTest);
}

TEST_F(HostDeviceCopy, GivesTheCpusBitsForEveryBandCount)
{
    for (std::uint32_t bands = 1; bands <= PN_MAX_BANDS; ++bands)
        compare(makeWildProbe(true, 33, 33, PN_FORMAT_RGBA16F, bands), bands);
}

TEST_F(HostDeviceCopy, KeepsToThePolicy)
{
    PnProjectOptions options{};
    options.negative = PN_NEGATIVE_ZERO;
    options.maxRadiance = 1.5f;
    for (const PnFormat format : {PN_FORMAT_RGBA32F, PN_FORMAT_RGBA16F, PN_FORMAT_R11G11B10F})
        compare(makeWildProbe(true, 21, 21, format, 5, 3), 3, &options);
}

// Whole faces one after the other, and then parts of faces.
TEST_F(HostDeviceCopy, GivesTheSameBitsInAnyPieces)
{
    pnDestroyContext(m_context);
    PnContextDesc small{};
    small.chunkBytes = 64u << 10;
    m_context = createContext(small);
    for (const std::uint32_t size : {64u, 301u, 600u})
        compare(makeWildProbe(true, size, size, PN_FORMAT_RGBA16F, size), 3);
}

TEST_F(HostDeviceCopy, GivesTheSameBitsWithoutSubgroups)
{
    pnDestroyContext(m_context);
    PnContextDesc plain{};
    plain.flags = PN_CONTEXT_NO_SUBGROUPS;
    m_context = createContext(plain);
    compare(makeWildProbe(true, 64, 64, PN_FORMAT_RGBA16F, 9), 3);
}

TEST_F(HostDeviceCopy, ABadTexelIsAnErrorWhereAsked)
{
    TestProbe probe = testing::makeProbe(true, 9, 9, PN_FORMAT_RGBA32F);
    testing::fillWords(probe, [] { return 0x3f800000u; });
    const std::uint32_t nan = 0x7fc00000u;
    std::memcpy(&probe.texels[(81u * 2 + 9 * 3 + 5) * 16], &nan, sizeof(nan)); // face 2, row 3, column 5
    HostImage image(*m_host, {9, VK_FORMAT_R32G32B32A32_SFLOAT, VK_IMAGE_USAGE_TRANSFER_SRC_BIT});
    image.upload(0, 0, probe.texels);
    PnProjectOptions options{};
    options.structSize = sizeof(options);
    options.badTexels = PN_BAD_TEXEL_ERROR;
    PnVulkanJobDesc desc = jobDesc(image);
    desc.options = &options;
    const testing::TestJob job(m_context, desc);
    m_host->run([&](VkCommandBuffer commands) { job.record(commands, image.subresource(0, 0)); });
    PnSh sh{};
    PnProjectInfo info{};
    info.structSize = sizeof(info);
    EXPECT_EQ(pnGetVulkanJobResult(job.get(), &sh, &info), PN_ERROR_BAD_TEXEL);
    EXPECT_EQ(sh.bands, 0u) << "written in spite of the error";
    EXPECT_EQ(info.nonFinite, 1u);
    EXPECT_EQ(info.badFace, 2u);
    EXPECT_EQ(info.badY, 3u);
    EXPECT_EQ(info.badX, 5u);
    EXPECT_NE(std::string(pnGetLastErrorMessage()).find("face 2 at x 5, y 3"), std::string::npos);
}

} // namespace
} // namespace pn
