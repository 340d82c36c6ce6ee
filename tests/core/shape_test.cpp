#include "core/shape.h"

#include "core/kernel/moments.h"

#include <gtest/gtest.h>

#include <set>

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

// The four mirror images of the quarter are the face: each texel once, but the centre row and column twice.
TEST(Shape, TheQuartersMirrorImagesAreTheFace)
{
    for (std::uint32_t n = 1; n <= 20; ++n)
    {
        const Shape shape = Shape::equirect(n, 21 - n);
        std::multiset<std::uint32_t> columns, rows;
        for (std::uint32_t i = 0; i < shape.columns(); ++i)
        {
            columns.insert(shape.left(i));
            columns.insert(shape.right(i));
            EXPECT_EQ(shape.isCentreColumn(i), shape.left(i) == shape.right(i));
        }
        for (std::uint32_t i = 0; i < shape.rows(); ++i)
        {
            rows.insert(shape.top(i));
            rows.insert(shape.bottom(i));
            EXPECT_EQ(shape.isCentreRow(i), shape.top(i) == shape.bottom(i));
        }
        for (std::uint32_t x = 0; x < shape.width; ++x)
            EXPECT_EQ(columns.count(x), shape.width % 2 == 1 && x == shape.width / 2 ? 2u : 1u);
        for (std::uint32_t y = 0; y < shape.height; ++y)
            EXPECT_EQ(rows.count(y), shape.height % 2 == 1 && y == shape.height / 2 ? 2u : 1u);
    }
}

TEST(Moments, FewerBandsAreAPrefix)
{
    for (std::uint32_t bands = 1; bands <= 5; ++bands)
        for (std::uint32_t term = 0; term < kMaxTerms; ++term)
        {
            const MomentTerm& t = kMomentTerms.terms[term];
            EXPECT_EQ(t.moment < momentCount(bands), term < termCount(bands));
            if (t.moment < momentCount(bands))
            {
                EXPECT_LT(t.sum, sumCount(bands));
            }
        }
}

} // namespace
} // namespace pn
