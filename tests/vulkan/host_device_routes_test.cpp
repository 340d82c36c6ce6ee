// The route by copy: the bits of the CPU backend, whatever the texels hold. The route by texel fetch, for images that
// cannot be copied: the same bits for floats, the device's conversion for the rest.
#include "host_device.h"

#include <initializer_list>
#include <span>

namespace pn {
namespace {

using namespace testing;

class HostDeviceCopy : public testing::HostDeviceTest
{
protected:
    void compareUnderPolicy(std::initializer_list<PnFormat> formats)
    {
        PnProjectOptions options{};
        options.negative = PN_NEGATIVE_ZERO;
        options.maxRadiance = 1.5f;
        for (const PnFormat format : formats)
            compare(makeWildProbe(true, 21, 21, format, 5, 3), 3, &options);
    }

    // The number of formats of which this device has images.
    std::size_t compareFormats(std::span<const PnFormat> formats)
    {
        std::size_t compared = 0;
        for (const PnFormat format : formats)
        {
            if (!hasImages(testing::vulkanFormat(format), VK_FORMAT_FEATURE_TRANSFER_SRC_BIT))
                continue;
            ++compared;
            for (const std::uint32_t size : {1u, 7u, 16u, 64u})
                compare(makeWildProbe(true, size, size, format, 10 + size), 3);
        }
        return compared;
    }

    void compare(const TestProbe& probe, std::uint32_t bands, const PnProjectOptions* base = nullptr)
    {
        SCOPED_TRACE(probe.name() + ", " + std::to_string(bands) + " bands");
        PnProjectOptions options = base != nullptr ? *base : PnProjectOptions{};
        options.structSize = sizeof(options);
        options.bands = bands;
        const auto actual = project(*makeImage(probe, kCopied), &options);
        expectSameBits(m_cpu.project(probe, bands, &options), actual);
        EXPECT_EQ(actual.second.isReproducible, 1u);
        EXPECT_EQ(actual.second.backend, PN_BACKEND_VULKAN);
    }
};

TEST_F(HostDeviceCopy, GivesTheCpusBits)
{
    constexpr PnFormat kFormat[] = {PN_FORMAT_RGB9E5}; // halves and bytes are in the tests below
    EXPECT_EQ(compareFormats(kFormat), 1u);
}

TEST_F(HostDeviceCopy, OfEveryFormatGivesTheCpusBits)
{
    EXPECT_GE(compareFormats(kFormats), 6u); // three channels of 32 bits are rare on devices
}

// That other jobs' kernels passed says nothing of the pass between theirs, which only large faces have.
TEST_F(HostDeviceCopy, TestsTheMiddlePassOfLargeFaces)
{
    compare(makeWildProbe(true, 65, 65, PN_FORMAT_RGBA8, 1), 3);
    const TestProbe probe = makeWildProbe(true, 2048, 2048, PN_FORMAT_RGBA8, 2);
    const HostImage image(*m_host, {probe.width, VK_FORMAT_R8G8B8A8_UNORM, kCopied});
    const std::uint64_t withTest = TestJob(m_context, jobDesc(image)).info().scratchBytes;
    compare(probe, 3);
    EXPECT_LT(TestJob(m_context, jobDesc(image)).info().scratchBytes, withTest);
}

TEST_F(HostDeviceCopy, KeepsToThePolicy)
{
    compareUnderPolicy({PN_FORMAT_RGBA16F});
}

TEST_F(HostDeviceCopy, OfEveryFormatKeepsToThePolicy)
{
    compareUnderPolicy({PN_FORMAT_RGBA32F, PN_FORMAT_R11G11B10F}); // that can hold what the policy changes
}

TEST_F(HostDeviceCopy, ABadTexelIsAnErrorWhereAsked)
{
    TestProbe probe = testing::makeProbe(true, 9, 9, PN_FORMAT_RGBA32F);
    testing::fillWords(probe, [] { return 0x3f800000u; });
    const std::uint32_t nan = 0x7fc00000u;
    std::memcpy(&probe.texels[(81u * 2 + 9 * 3 + 5) * 16], &nan, sizeof(nan)); // face 2, row 3, column 5
    const auto image = makeImage(probe, kCopied);
    PnProjectOptions options{};
    options.structSize = sizeof(options);
    options.badTexels = PN_BAD_TEXEL_ERROR;
    PnVulkanJobDesc desc = jobDesc(*image);
    desc.options = &options;
    const TestJob job(m_context, desc);
    run(job, image->subresource(0, 0));
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

// Finite texels that are not denormal, of either sign where the format has one.
TestProbe tameProbe(std::uint32_t size, PnFormat format, std::uint32_t seed)
{
    constexpr std::uint32_t kNever = ~0u;
    TestProbe probe = testing::makeWildProbe(true, size, size, format, seed, kNever);
    if (format == PN_FORMAT_R11G11B10F)
    {
        std::mt19937 random(seed);
        testing::fillWords(probe, [&] {
            const auto bits = std::uint32_t(random());
            const auto small = [&](std::uint32_t exponent) { return 1 + exponent % 30; }; // not 0, not 31
            return (bits & 0x83e0f83fu) | small(bits >> 6) << 6 | small(bits >> 11) << 17 | small(bits >> 17) << 27;
        });
    }
    return probe;
}

class HostDeviceFetch : public testing::HostDeviceTest
{
protected:
    std::pair<PnSh, PnProjectInfo> fetch(VkFormat format, std::uint32_t size, std::span<const std::byte> texels)
    {
        HostImage image(*m_host, {size, format, kSampled});
        image.upload(0, 0, texels);
        return project(image, nullptr, PN_VULKAN_ROUTE_FETCH);
    }

    // A hardware's conversion to float may be wrong by 1e-3 of the light.
    static void expectNear(const PnSh& expected, const PnSh& actual)
    {
        const double most = std::max({expected.rgb[0][0], expected.rgb[0][1], expected.rgb[0][2]});
        for (std::size_t i = 0; i < 9; ++i)
            for (std::size_t c = 0; c < 3; ++c)
                EXPECT_NEAR(actual.rgb[i][c], expected.rgb[i][c], 1e-3 * most) << "coefficient " << i;
    }
};

TEST_F(HostDeviceFetch, GivesTheCpusBitsForFiniteFloats)
{
    std::uint32_t formats = 0;
    for (const PnFormat format : {PN_FORMAT_RGBA32F, PN_FORMAT_RGBA16F, PN_FORMAT_RGB9E5, PN_FORMAT_R11G11B10F})
        for (const std::uint32_t size : {1u, 7u, 16u, 64u})
        {
            if (!hasImages(testing::vulkanFormat(format), VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT))
                continue;
            const TestProbe probe = tameProbe(size, format, size);
            SCOPED_TRACE(probe.name());
            const auto actual = fetch(testing::vulkanFormat(format), size, probe.texels);
            expectSameBits(m_cpu.project(probe, 3), actual);
            EXPECT_EQ(actual.second.isReproducible, 1u);
            ++formats;
        }
    EXPECT_EQ(formats, 16u); // Vulkan demands all of these
}

// Three texels of one channel each, so that an infinity or a NaN is found where it is.
// Blocks of a picture's faces, and what our decoder makes of them as a probe.
std::pair<TestProbe, std::vector<std::byte>> compressedProbe(PnContext context, std::uint32_t size, bool isSigned)
{
    TestProbe probe = testing::makeProbe(true, size, size, PN_FORMAT_RGBA16F);
    const std::uint32_t edge = (size + 3) / 4, sign = isSigned ? 0x80000000u : 0u;
    std::mt19937 random(size);
    testing::fillWords(probe, [&] {
        const auto bits = std::uint32_t(random());
        return 0x30003000u + bits % 0x1800 * 0x10001u + (bits & sign);
    });
    std::vector<std::byte> blocks(std::size_t{6} * 16 * edge * edge);
    const std::size_t faceBytes = std::size_t{8} * size * size, faceBlocks = blocks.size() / 6;
    for (std::uint32_t face = 0; face < 6; ++face)
    {
        PnPictureView picture{sizeof(picture), size, size, PN_FORMAT_RGBA16F, 0, 0, &probe.texels[face * faceBytes],
                              faceBytes};
        auto* out = reinterpret_cast<std::uint8_t*>(&blocks[face * faceBlocks]);
        EXPECT_EQ(pnEncodeBc6h(context, &picture, PN_BC6H_EFFORT_MIDDLE, isSigned ? 1 : 0, faceBlocks, out),
                  PN_SUCCESS);
        std::vector<std::uint16_t> halves(4 * faceBlocks);
        EXPECT_EQ(pnDecodeBc6h(isSigned ? 1 : 0, faceBlocks / 16, out, halves.data()), PN_SUCCESS);
        for (std::uint32_t i = 0; i < size * size; ++i)
        {
            const std::uint32_t x = i % size, y = i / size, block = y / 4 * edge + x / 4;
            std::memcpy(&probe.texels[face * faceBytes + 8 * i], &halves[64 * block + 16 * (y % 4) + 4 * (x % 4)], 8);
        }
    }
    return {probe, blocks};
}

// The drivers' decoders are not ours.
TEST_F(HostDeviceFetch, DecodesOurBlocksOfBc6hToOurTexels)
{
    std::uint32_t formats = 0;
    for (const auto& [format, isSigned] :
         {std::pair{VK_FORMAT_BC6H_UFLOAT_BLOCK, false}, std::pair{VK_FORMAT_BC6H_SFLOAT_BLOCK, true}})
        for (const std::uint32_t size : {4u, 7u, 64u})
        {
            if (!hasImages(format, VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT))
                continue;
            SCOPED_TRACE(std::to_string(size) + (isSigned ? ", signed" : ""));
            const auto [probe, blocks] = compressedProbe(m_cpu.get(), size, isSigned);
            const auto actual = fetch(format, size, blocks);
            if (actual.first.rgb[0][0] == 0) // SwiftShader
                GTEST_SKIP() << "this driver fetches zeros of BC6H";
            expectSameBits(m_cpu.project(probe, 3), actual);
            ++formats;
        }
    EXPECT_EQ(formats, 6u);
}

TEST_F(HostDeviceFetch, CountsTexelsThatAreNotFinite)
{
    TestProbe probe = testing::makeProbe(true, 5, 5, PN_FORMAT_RGBA16F);
    testing::fillWords(probe, [] { return 0x38003c00u; });
    for (const auto& [texel, half] : {std::pair{26u, std::uint16_t{0x7c00}}, std::pair{33u, std::uint16_t{0xfc00}},
                                      std::pair{140u, std::uint16_t{0x7e00}}})
        std::memcpy(&probe.texels[texel * 8 + 2], &half, sizeof(half));
    const auto actual = fetch(VK_FORMAT_R16G16B16A16_SFLOAT, 5, probe.texels);
    expectSameBits(m_cpu.project(probe, 3), actual);
    EXPECT_EQ(actual.second.nonFinite, 3u);
    EXPECT_EQ(actual.second.badFace, 1u);
}

TEST_F(HostDeviceFetch, FollowsTheDevicesConversionOfBytes)
{
    TestProbe probe = testing::makeWildProbe(true, 16, 16, PN_FORMAT_RGBA8, 3);
    for (const auto& [format, asFormat] : {std::pair{VK_FORMAT_R8G8B8A8_UNORM, PN_FORMAT_RGBA8},
                                           std::pair{VK_FORMAT_R8G8B8A8_SRGB, PN_FORMAT_RGBA8_SRGB},
                                           std::pair{VK_FORMAT_B8G8R8A8_SRGB, PN_FORMAT_RGBA8_SRGB}})
    {
        probe.format = asFormat;
        std::vector<std::byte> texels = probe.texels;
        for (std::size_t i = 0; format == VK_FORMAT_B8G8R8A8_SRGB && i < texels.size(); i += 4)
            std::swap(texels[i], texels[i + 2]);
        const auto actual = fetch(format, 16, texels);
        expectNear(m_cpu.project(probe, 3).first, actual.first);
        EXPECT_EQ(actual.second.isReproducible, 0u) << "the conversion is the device's";
    }
}

} // namespace
} // namespace pn
