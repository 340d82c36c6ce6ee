#include "random.h"

#include <gtest/gtest.h>

namespace scene {
namespace {

// The first outputs that the generator's authors print for the state 42 and the stream 54.
TEST(Random, IsThePublishedGenerator)
{
    Random random(42, 54);
    for (const std::uint32_t expected : {0xa15c02b7u, 0x7b47f409u, 0xba1d3330u, 0x83d2f293u, 0xbfa4784bu, 0xcbed606eu})
        EXPECT_EQ(random.nextWord(), expected);
}

TEST(Random, FloatsAreBelowOneAndEven)
{
    Random random(1, 1);
    double sum = 0.0;
    constexpr int kCount = 100000;
    for (int i = 0; i < kCount; ++i)
    {
        const float x = random.next();
        ASSERT_GE(x, 0.0f);
        ASSERT_LT(x, 1.0f);
        sum += static_cast<double>(x);
    }
    EXPECT_NEAR(sum / kCount, 0.5, 0.0046); // five standard deviations of the mean
}

TEST(Random, NeighbouringPixelsAreUnalike)
{
    Random a = randomOf(1, 2, 3), b = randomOf(1, 2, 4), again = randomOf(1, 2, 3);
    EXPECT_NE(a.nextWord(), b.nextWord());
    EXPECT_EQ(randomOf(1, 2, 3).nextWord(), again.nextWord());
}

} // namespace
} // namespace scene
