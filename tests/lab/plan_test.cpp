#include "lab/algorithms/rungs.h"

#include <gtest/gtest.h>

#include <set>

namespace pn::lab {
namespace {

using Passes = std::vector<Pass>;

const Rung& rung(std::string_view name)
{
    const Rung* found = findRung(Algorithm::Reduce, name);
    EXPECT_NE(found, nullptr) << name;
    return *found;
}

TEST(Plan, EndsWithOneGroupAndLosesNothing)
{
    for (const Rung& each : rungsOf(Algorithm::Reduce))
        for (std::uint32_t groupSize = 32; groupSize <= 1024; groupSize *= 2)
            for (const std::uint32_t count : {0u, 1u, 2u, 31u, 32u, 33u, 65537u, (1u << 24) + 13, 1u << 30})
            {
                const Passes passes = planPasses(each, count, groupSize);
                SCOPED_TRACE(std::string(each.name) + ", " + std::to_string(groupSize) + ", " + std::to_string(count));
                ASSERT_FALSE(passes.empty());
                EXPECT_EQ(passes.front().count, count);
                for (std::size_t i = 1; i < passes.size(); ++i)
                    EXPECT_EQ(passes[i].count, passes[i - 1].groupCount);
                for (const Pass& pass : passes)
                    EXPECT_TRUE(each.laneElements == 0 ||
                                std::uint64_t{pass.groupCount} * groupSize * each.laneElements >= pass.count);
                if (each.isOneDispatch())
                    EXPECT_EQ(passes.size(), 1u);
                else
                    EXPECT_EQ(passes.back().groupCount, 1u);
            }
}

TEST(Plan, CountsPassesAtPowersOfTheGroupExactly)
{
    const Rung& one = rung("sequential");
    EXPECT_EQ(planPasses(one, 256 * 256, 256), (Passes{{65536, 256}, {256, 1}}));
    EXPECT_EQ(planPasses(one, 256 * 256 + 1, 256), (Passes{{65537, 257}, {257, 2}, {2, 1}}));
    EXPECT_EQ(planPasses(rung("first_add"), 256 * 256, 256), (Passes{{65536, 128}, {128, 1}}));
    EXPECT_EQ(planPasses(rung("butterfly"), 1u << 30, 1024), (Passes{{1u << 30, 65536}, {65536, 4}, {4, 1}}));
}

TEST(Plan, StridingRungsNeedTwoPassesHoweverManyElements)
{
    EXPECT_EQ(planPasses(rung("multiple_adds"), 1u << 30, 512).size(), 2u);
    EXPECT_EQ(planPasses(rung("multiple_adds"), 8192, 512), (Passes{{8192, 1}}));
}

TEST(Rungs, AreTheLadderInOrder)
{
    std::set<std::string_view> names;
    std::vector<std::uint32_t> numbers;
    for (const Rung& each : rungsOf(Algorithm::Reduce))
    {
        names.insert(each.name);
        numbers.push_back(each.number);
    }
    EXPECT_EQ(names.size(), rungsOf(Algorithm::Reduce).size());
    EXPECT_EQ(numbers, (std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}));
    EXPECT_EQ(findRung(Algorithm::Reduce, "no such rung"), nullptr);
}

} // namespace
} // namespace pn::lab
