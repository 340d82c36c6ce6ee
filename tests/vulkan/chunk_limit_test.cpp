// Which texels a device's largest buffer holds in the parts that one dispatch takes.
#include "vulkan/passes/chunks.h"

#include <gtest/gtest.h>

namespace pn {
namespace {

using vulkan::leastChunkBytes;

constexpr std::uint32_t kPromised = 1u << 27; // the least maxStorageBufferRange of any Vulkan device

bool fits(const Shape& shape, PnFormat format, std::uint32_t range = kPromised)
{
    VkPhysicalDeviceLimits limits{};
    limits.maxStorageBufferRange = range;
    return vulkan::fits(limits, shape, format);
}

TEST(ChunkLimit, IsKeptByAllButTheWidestMaps)
{
    for (std::uint32_t size = 1; size <= PN_MAX_FACE_SIZE; ++size)
    {
        ASSERT_TRUE(fits(Shape::cubemap(size), PN_FORMAT_RGBA32F)) << size;
        ASSERT_TRUE(fits(Shape::equirect(16384, size), PN_FORMAT_RGBA32F)) << size;
        ASSERT_TRUE(fits(Shape::equirect(PN_MAX_EQUIRECT_WIDTH, size), PN_FORMAT_RGBA16F)) << size;
    }
}

TEST(ChunkLimit, IsTheLeastPartsSize)
{
    const Shape wide = Shape::equirect(32768, 510); // one segment, which is never cut
    EXPECT_EQ(leastChunkBytes(wide, PN_FORMAT_RGBA32F), std::uint64_t{32768} * 510 * 16);
    EXPECT_FALSE(fits(wide, PN_FORMAT_RGBA32F));
    EXPECT_FALSE(fits(wide, PN_FORMAT_RGB32F));
    EXPECT_TRUE(fits(wide, PN_FORMAT_RGBA32F, 32768 * 510 * 16));
    EXPECT_FALSE(fits(wide, PN_FORMAT_RGBA32F, 32768 * 510 * 16 - 1));

    const Shape tall = Shape::equirect(32768, 16380); // 32 segments of 256 rows in each half
    EXPECT_EQ(leastChunkBytes(tall, PN_FORMAT_RGBA32F), std::uint64_t{32768} * 2 * 256 * 16);
    EXPECT_FALSE(fits(tall, PN_FORMAT_RGBA32F));
    EXPECT_TRUE(fits(Shape::equirect(32768, 16384), PN_FORMAT_RGBA32F)) << "64 segments of 128 rows";
}

} // namespace
} // namespace pn
