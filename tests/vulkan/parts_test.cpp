// Small parts of the Vulkan half, without a device.
#include "vulkan/device/device.h"
#include "vulkan/passes/chunks.h"

#include <gtest/gtest.h>

namespace pn::vulkan {
namespace {

MemoryBlock block(std::uintptr_t handle, VkDeviceSize size, std::uint32_t type)
{
    return {reinterpret_cast<VkDeviceMemory>(handle), size, type, nullptr};
}

constexpr VkDeviceSize kMiB = 1u << 20;

TEST(MemoryPool, GivesAFittingBlockOfTheType)
{
    MemoryPool pool(100 * kMiB);
    EXPECT_TRUE(pool.give(block(1, 10 * kMiB, 0)));
    EXPECT_TRUE(pool.give(block(2, 10 * kMiB, 1)));
    EXPECT_FALSE(pool.take(2, 10 * kMiB));
    EXPECT_FALSE(pool.take(1, 11 * kMiB)) << "too small";
    EXPECT_FALSE(pool.take(1, 4 * kMiB)) << "more than twice as large";
    const auto taken = pool.take(1, 6 * kMiB);
    ASSERT_TRUE(taken);
    EXPECT_EQ(taken->handle, block(2, 0, 0).handle);
    EXPECT_FALSE(pool.take(1, 6 * kMiB)) << "it is taken";
    EXPECT_TRUE(pool.take(0, 10 * kMiB));
    EXPECT_TRUE(pool.give(block(1, 4096, 0)));
    EXPECT_TRUE(pool.take(0, 16)) << "small blocks go for smaller ones";
}

TEST(MemoryPool, KeepsNoMoreThanItMay)
{
    MemoryPool pool(10 * kMiB);
    EXPECT_TRUE(pool.give(block(1, 6 * kMiB, 0)));
    EXPECT_FALSE(pool.give(block(2, 6 * kMiB, 0)));
    EXPECT_TRUE(pool.give(block(3, 4 * kMiB, 0)));
    int left = 0;
    while (pool.takeAny())
        ++left;
    EXPECT_EQ(left, 2);
    EXPECT_TRUE(pool.give(block(2, 10 * kMiB, 0)));
    EXPECT_FALSE(MemoryPool(0).give(block(1, 16, 0))) << "on a host's device";
}

constexpr std::uint32_t kPromised = 1u << 27; // the least maxStorageBufferRange of any Vulkan device

bool fitsDevice(const Shape& shape, PnFormat format, std::uint32_t range = kPromised)
{
    VkPhysicalDeviceLimits limits{};
    limits.maxStorageBufferRange = range;
    return fits(limits, shape, format);
}

// Which texels a device's largest buffer holds in the parts that one dispatch takes.
TEST(ChunkLimit, IsKeptByAllButTheWidestMaps)
{
    for (std::uint32_t size = 1; size <= PN_MAX_FACE_SIZE; ++size)
    {
        ASSERT_TRUE(fitsDevice(Shape::cubemap(size), PN_FORMAT_RGBA32F)) << size;
        ASSERT_TRUE(fitsDevice(Shape::equirect(16384, size), PN_FORMAT_RGBA32F)) << size;
        ASSERT_TRUE(fitsDevice(Shape::equirect(PN_MAX_EQUIRECT_WIDTH, size), PN_FORMAT_RGBA16F)) << size;
    }
}

TEST(ChunkLimit, IsTheLeastPartsSize)
{
    const Shape wide = Shape::equirect(32768, 510); // one segment, which is never cut
    EXPECT_EQ(leastChunkBytes(wide, PN_FORMAT_RGBA32F), std::uint64_t{32768} * 510 * 16);
    EXPECT_FALSE(fitsDevice(wide, PN_FORMAT_RGBA32F));
    EXPECT_FALSE(fitsDevice(wide, PN_FORMAT_RGB32F));
    EXPECT_TRUE(fitsDevice(wide, PN_FORMAT_RGBA32F, 32768 * 510 * 16));
    EXPECT_FALSE(fitsDevice(wide, PN_FORMAT_RGBA32F, 32768 * 510 * 16 - 1));

    const Shape tall = Shape::equirect(32768, 16380); // 32 segments of 256 rows in each half
    EXPECT_EQ(leastChunkBytes(tall, PN_FORMAT_RGBA32F), std::uint64_t{32768} * 2 * 256 * 16);
    EXPECT_FALSE(fitsDevice(tall, PN_FORMAT_RGBA32F));
    EXPECT_TRUE(fitsDevice(Shape::equirect(32768, 16384), PN_FORMAT_RGBA32F)) << "64 segments of 128 rows";
}

} // namespace
} // namespace pn::vulkan
