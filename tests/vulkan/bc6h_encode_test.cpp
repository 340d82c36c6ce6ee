// The kernel gives the blocks of its CPU twin.
#include "core/cpu/cpu_backend.h"
#include "vulkan/vulkan_backend.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace pn::vulkan {
namespace {

constexpr std::uint32_t kWidth = 66, kHeight = 37; // no multiples of four

std::unique_ptr<Device> openDevice()
{
    auto instance = std::make_shared<Instance>(
        true, [](PnLogLevel level, const char* message) { EXPECT_GT(level, PN_LOG_WARNING) << message; });
    return std::make_unique<Device>(instance, instance->physicalDevices().front());
}

// Texels of all kinds: smooth, noisy, with edges, dark, bright, negative, and some that are not finite.
std::vector<std::uint16_t> makeTexels()
{
    std::mt19937 random(3);
    std::vector<std::uint16_t> texels(std::size_t{4} * kWidth * kHeight);
    for (std::uint32_t i = 0; i < texels.size(); ++i)
    {
        const std::uint32_t x = i / 4 % kWidth, y = i / 4 / kWidth, c = i % 4, region = x / 11 + y / 9;
        const std::uint32_t noise = std::uint32_t(random()) % (1u << region % 12),
                            edge = (x + y) % 7 > 3 ? 900 * (region % 5) : 0;
        texels[i] = std::uint16_t(std::min((region * 5501 + 701 * c) % 26000 + edge + (c + 1) * x + noise, 0x7BFFu));
        if (region % 4 == 3 && random() % 2 == 0)
            texels[i] |= 0x8000;
        if (random() % 97 == 0)
            texels[i] = std::uint16_t(random());
    }
    return texels;
}

TEST(Bc6hEncode, GivesTheBlocksOfItsTwin)
{
    // Steps of two rows of blocks, of ten.
    VulkanBackend backend(openDevice(), {.chunkBytes = std::uint64_t{8} * kWidth * 8, .kernels = {}}, {});
    const std::vector<std::uint16_t> texels = makeTexels();
    Bc6hTask task{.picture = {Shape::equirect(kWidth, kHeight),
                              PN_FORMAT_RGBA16F,
                              std::size_t{8} * kWidth,
                              {reinterpret_cast<const std::byte*>(texels.data())}}};
    ASSERT_TRUE(backend.canEncodeBc6h(task));
    for (const bool isSigned : {false, true})
        for (const std::uint32_t effort : {shared::kBc6hLow, shared::kBc6hMiddle, shared::kBc6hHigh})
        {
            std::vector<std::byte> expected(std::size_t{16} * task.columns() * task.rows()), found(expected.size());
            task.effort = effort;
            task.isSigned = isSigned;
            task.blocks = expected.data();
            CpuBackend(1).encodeBc6h(task);
            task.blocks = found.data();
            backend.encodeBc6h(task);
            EXPECT_EQ(found, expected) << "effort " << effort << (isSigned ? ", signed" : ", unsigned");
            EXPECT_TRUE(backend.passesSelfTest(task));
        }
}

} // namespace
} // namespace pn::vulkan
