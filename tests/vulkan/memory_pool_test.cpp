#include "vulkan/device/device.h"

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
}

TEST(MemoryPool, TakesASmallBlockForASmallerOne)
{
    MemoryPool pool(kMiB);
    EXPECT_TRUE(pool.give(block(1, 4096, 0)));
    EXPECT_TRUE(pool.take(0, 16));
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
}

TEST(MemoryPool, OnAHostDeviceKeepsNothing)
{
    MemoryPool pool(0);
    EXPECT_FALSE(pool.give(block(1, 16, 0)));
    EXPECT_FALSE(pool.takeAny());
}

} // namespace
} // namespace pn::vulkan
