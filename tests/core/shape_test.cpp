// How a map is divided into segments, and what kernels and their self-test take from that.
#include "core/kernel/sh_finalize.h"
#include "core/self_test.h"
#include "core/shape.h"
#include "shared/sh_finalize.h"
#include "vulkan/passes/sh_project.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace pn {
namespace {

bool isPowerOfTwo(std::uint32_t n)
{
    return n != 0 && (n & (n - 1)) == 0;
}

// Segments are dealt out from the centre; together they have every row once, and none is empty.
void expectCovered(const Shape& shape)
{
    ASSERT_TRUE(isPowerOfTwo(shape.segments())) << shape.height;
    ASSERT_TRUE(isPowerOfTwo(shape.laneColumns())) << shape.width;
    ASSERT_GE(shape.laneColumns(), shape.columns());
    ASSERT_EQ(shape.segmentBegin(0), 0u);
    ASSERT_EQ(shape.segmentBegin(shape.segments()), shape.rows()) << "rows are left over at " << shape.height;
    for (std::uint32_t i = 0; i < shape.segments(); ++i)
    {
        const std::uint32_t rows = shape.segmentBegin(i + 1) - shape.segmentBegin(i);
        ASSERT_GE(rows, 1u) << "segment " << i << " is empty at " << shape.height;
        ASSERT_LE(rows, shape.maxSegmentRows()) << shape.height;
    }
}

TEST(Shape, SegmentsOfEveryCubemapCoverItsRowsOnce)
{
    for (std::uint32_t n = 1; n <= PN_MAX_FACE_SIZE; ++n)
        expectCovered(Shape::cubemap(n));
}

TEST(Shape, SegmentsOfEveryEquirectMapCoverItsRowsOnce)
{
    for (std::uint32_t height = 1; height <= PN_MAX_EQUIRECT_HEIGHT; ++height)
        expectCovered(Shape::equirect(1 + (height * 7919) % PN_MAX_EQUIRECT_WIDTH, height));
    for (std::uint32_t width = 1; width <= PN_MAX_EQUIRECT_WIDTH; ++width)
        expectCovered(Shape::equirect(width, 3));
}

// The kernels that finish probes have shared memory for as many terms as a plan can have.
TEST(FinalizePlan, OfTheMostBandsFillsTheKernelsMemory)
{
    const FinalizePlan plan(Shape::cubemap(8), 5);
    EXPECT_EQ(plan.terms.size(), shared::kMaxFinishTerms);
    EXPECT_EQ(plan.firstTerm.size(), shared::kMaxFinishFirstTerms);
    for (std::uint32_t bands = 1; bands < 5; ++bands)
        EXPECT_LT(FinalizePlan(Shape::cubemap(8), bands).terms.size(), shared::kMaxFinishTerms) << bands;
    EXPECT_LT(FinalizePlan(Shape::equirect(8, 4), 5).terms.size(), shared::kMaxFinishTerms);
}

// The self-test's probes reach what they are to test: without a device, by their shapes.
TEST(SelfTest, WideShapeNeedsThePassThatSmallOnesSkip)
{
    EXPECT_TRUE(vulkan::isCombined(SelfTest::wideShape()));
    EXPECT_FALSE(vulkan::isCombined(SelfTest::smallShape(true)));
    EXPECT_FALSE(vulkan::isCombined(SelfTest::smallShape(false)));
    EXPECT_GT(6 * SelfTest::smallShape(true).lanes(), vulkan::kMaxWholeLanes) << "too large for one workgroup";
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
