// The self-test's probes reach what they are to test: without a device, by their shapes.
#include "core/self_test.h"
#include "vulkan/passes/sh_project.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace pn {
namespace {

TEST(SelfTest, WideShapeNeedsThePassThatSmallOnesSkip)
{
    EXPECT_TRUE(vulkan::isCombined(SelfTest::wideShape()));
    EXPECT_FALSE(vulkan::isCombined(SelfTest::smallShape(true)));
    EXPECT_FALSE(vulkan::isCombined(SelfTest::smallShape(false)));
}

TEST(SelfTest, SmallCubemapIsTooLargeForOneWorkgroup)
{
    EXPECT_GT(6 * SelfTest::smallShape(true).lanes(), vulkan::kMaxWholeLanes);
}

TEST(SelfTest, WideProbeHasTexelsOfEveryKind)
{
    const SelfTest test(SelfTest::wideShape(), PN_FORMAT_RGBA16F);
    std::array<bool, 4> found{}; // denormal, infinite or NaN, negative, ordinary
    for (std::size_t i = 0; i < 16383 * 4; ++i)
    {
        std::uint16_t half = 0;
        std::memcpy(&half, static_cast<const std::byte*>(test.view().faces[0]) + 2 * i, 2);
        const unsigned exponent = half >> 10 & 31;
        found[0] = found[0] || (exponent == 0 && (half & 1023) != 0);
        found[1] = found[1] || exponent == 31;
        found[2] = found[2] || (half & 0x8000) != 0;
        found[3] = found[3] || (exponent > 0 && exponent < 31);
    }
    EXPECT_EQ(found, (std::array{true, true, true, true}));
}

} // namespace
} // namespace pn
