// The route by texel fetch, for images that cannot be copied: exact for floats, the device's conversion for the rest.
#include "host_device.h"

#include <array>
#include <cmath>

namespace pn {
namespace {

using testing::expectSameBits;
using testing::HostImage;
using testing::TestContext;
using testing::TestJob;
using testing::TestProbe;

constexpr VkImageUsageFlags kSampled = VK_IMAGE_USAGE_SAMPLED_BIT;

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

    TestContext m_cpu{PN_BACKEND_CPU};
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
                                           std::pair{VK_FORMAT_R8G8B8A8_SRGB, PN_FORMAT_RGBA8_SRGB}})
    {
        probe.format = asFormat;
        const auto actual = fetch(format, 16, probe.texels);
        expectNear(m_cpu.project(probe, 3).first, actual.first);
        EXPECT_EQ(actual.second.isReproducible, 0u) << "the conversion is the device's";
    }
}

TEST_F(HostDeviceFetch, PutsSwizzledChannelsInOrder)
{
    const TestProbe probe = testing::makeWildProbe(true, 16, 16, PN_FORMAT_RGBA8_SRGB, 4);
    std::vector<std::byte> swapped = probe.texels;
    for (std::size_t i = 0; i < swapped.size(); i += 4)
        std::swap(swapped[i], swapped[i + 2]);
    expectNear(m_cpu.project(probe, 3).first, fetch(VK_FORMAT_B8G8R8A8_SRGB, 16, swapped).first);
}

// What the specification makes of a block with one colour: mode 11, whose two end points of 10 bits are the same. A
// component c becomes (64 c + 32) * 31 / 64, the bits of a half.
TEST_F(HostDeviceFetch, DecodesCompressedFloats)
{
    if (!hasImages(VK_FORMAT_BC6H_UFLOAT_BLOCK, VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT))
        GTEST_SKIP() << "the device has no BC6H";
    if (m_host->deviceName().find("SwiftShader") != std::string::npos)
        GTEST_SKIP() << "SwiftShader decompresses an image for draws only: compute reads zeros, of BC1 too";
    constexpr std::array<std::uint32_t, 3> kComponents{492, 617, 300};
    std::array<std::uint8_t, 16> block{};
    std::uint32_t bit = 0;
    const auto put = [&](std::uint32_t value, std::uint32_t bits) {
        for (std::uint32_t i = 0; i < bits; ++i, ++bit)
            block[bit / 8] = std::uint8_t(block[bit / 8] | (value >> i & 1u) << bit % 8);
    };
    put(3, 5);
    for (int end = 0; end < 2; ++end)
        for (const std::uint32_t component : kComponents)
            put(component, 10);

    constexpr std::uint32_t kSize = 8;
    std::vector<std::byte> blocks(6 * (kSize / 4) * (kSize / 4) * block.size());
    for (std::size_t i = 0; i < blocks.size(); ++i)
        blocks[i] = std::byte{block[i % block.size()]};
    TestProbe expected = testing::makeProbe(true, kSize, kSize, PN_FORMAT_RGBA16F);
    for (std::size_t texel = 0; texel < expected.texels.size() / 8; ++texel)
        for (std::size_t c = 0; c < 3; ++c)
        {
            const auto half = std::uint16_t((kComponents[c] * 64 + 32) * 31 / 64);
            std::memcpy(&expected.texels[texel * 8 + c * 2], &half, sizeof(half));
        }
    expectSameBits(m_cpu.project(expected, 3), fetch(VK_FORMAT_BC6H_UFLOAT_BLOCK, kSize, blocks));
}

TEST_F(HostDeviceFetch, ReadsTheMipAndLayersItIsTold)
{
    HostImage image(*m_host, {64, VK_FORMAT_R16G16B16A16_SFLOAT, kSampled, 4, 18, false});
    for (const auto& [mip, layer] : {std::pair{0u, 12u}, std::pair{2u, 6u}, std::pair{3u, 5u}})
    {
        SCOPED_TRACE("mip " + std::to_string(mip) + ", layer " + std::to_string(layer));
        const TestProbe texels = tameProbe(64 >> mip, PN_FORMAT_RGBA16F, mip);
        image.upload(mip, layer, texels.texels);
        const TestJob job(m_context, jobDesc(image, mip));
        const PnVulkanImage source = image.subresource(mip, layer);
        m_host->run([&](VkCommandBuffer commands) { job.record(commands, source); });
        expectSameBits(m_cpu.project(texels, 3), job.result());
    }
}

TEST_F(HostDeviceFetch, GivesTheSameBitsInAnyPieces)
{
    pnDestroyContext(m_context);
    PnContextDesc small{};
    small.chunkBytes = 64u << 10;
    m_context = createContext(small);
    for (const std::uint32_t size : {64u, 301u, 600u})
    {
        const TestProbe probe = tameProbe(size, PN_FORMAT_RGBA16F, size);
        expectSameBits(m_cpu.project(probe, 3), fetch(VK_FORMAT_R16G16B16A16_SFLOAT, size, probe.texels));
    }
}

TEST_F(HostDeviceFetch, MayBeRecordedAgainWithAnotherImage)
{
    const std::array<TestProbe, 2> texels{tameProbe(16, PN_FORMAT_RGBA16F, 1), tameProbe(16, PN_FORMAT_RGBA16F, 2)};
    std::vector<std::unique_ptr<HostImage>> images;
    for (const TestProbe& probe : texels)
    {
        images.push_back(
            std::make_unique<HostImage>(*m_host, testing::HostImageDesc{16, VK_FORMAT_R16G16B16A16_SFLOAT, kSampled}));
        images.back()->upload(0, 0, probe.texels);
    }
    const TestJob job(m_context, jobDesc(*images[0]));
    for (std::size_t frame = 0; frame < 20; ++frame)
    {
        m_host->run([&](VkCommandBuffer commands) { job.record(commands, images[frame % 2]->subresource(0, 0)); });
        expectSameBits(m_cpu.project(texels[frame % 2], 3), job.result());
    }
}

} // namespace
} // namespace pn
