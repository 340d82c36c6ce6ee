// Partials are added pairwise: neighbours, then neighbours of these.
#include "core/kernel/sh_combine.h"

#include <gtest/gtest.h>

#include <vector>

namespace pn {
namespace {

// 2^24 + 1 is no float: the sum from left to right loses both ones, the sum of neighbours keeps their pair.
TEST(ShCombine, AddsNeighboursFirst)
{
    std::vector<float> partials = {0x1p24f, 0.0f, 1.0f, 1.0f};
    combinePartials(partials, 4);
    EXPECT_EQ(partials[0], 0x1p24f + 2.0f);
}

TEST(ShCombine, AddsEachValueOfAPartialByItself)
{
    std::vector<float> partials = {1, 10, 100, 2, 20, 200}; // two partials of three values
    combinePartials(partials, 2);
    EXPECT_EQ((std::vector<float>(partials.begin(), partials.begin() + 3)), (std::vector<float>{3, 30, 300}));
}

TEST(ShCombine, LeavesASinglePartialAsItIs)
{
    std::vector<float> partials = {1, 2, 3};
    combinePartials(partials, 1);
    EXPECT_EQ(partials, (std::vector<float>{1, 2, 3}));
}

} // namespace
} // namespace pn
