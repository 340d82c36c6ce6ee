// Every rung of the ladder, with every operator, for many counts and group sizes, equals the oracle.
#include "lab.h"
#include "oracle.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace pn::lab {
namespace {

using testing::Expected;
using testing::kCounts;
using testing::kMaxCount;
using testing::kOperators;
using testing::Lab;

constexpr std::uint32_t kSmall = 65537; // up to here every group size is tried

class Ladder : public ::testing::Test
{
protected:
    static void SetUpTestSuite() { s_lab = std::make_unique<Lab>(kMaxCount); }

    static void TearDownTestSuite()
    {
        s_lab->expectSilence();
        s_lab.reset();
    }

    static std::vector<std::uint32_t> groupSizes()
    {
        std::vector<std::uint32_t> sizes;
        for (std::uint32_t size = 32; size <= std::min(1024u, s_lab->device().maxGroupSize()); size *= 2)
            sizes.push_back(size);
        return sizes;
    }

    static std::unique_ptr<Lab> s_lab;
};

std::unique_ptr<Lab> Ladder::s_lab;

void compare(Lab& lab, const Rung& rung, Operator op, std::uint32_t groupSize, std::span<const std::uint32_t> counts,
             std::span<const Expected> expected)
{
    ASSERT_EQ(lab.device().whyUnsupported(rung, groupSize), "");
    for (std::size_t i = 0; i < counts.size(); ++i)
    {
        SCOPED_TRACE(std::string(rung.name) + ", " + operatorNames()[std::size_t(op)] + ", groups of " +
                     std::to_string(groupSize) + ", " + std::to_string(counts[i]) + " elements");
        testing::expectResult(op, expected[i], counts[i], lab.reduce(rung, op, groupSize, counts[i]));
    }
}

// The largest count takes a software driver seconds. It is tried with one operator, and with one rung of each kind of
// plan, since the others differ within a group only; with all of them where PN_FULL_LADDER is set. So many pairs of
// words would not fit into a binding.
bool isLargestWanted(std::size_t index, Operator op)
{
    const auto isAlike = [&](const Rung& other) {
        return other.laneElements == allRungs()[index].laneElements && other.ending == allRungs()[index].ending;
    };
    const auto first = std::find_if(allRungs().begin(), allRungs().end(), isAlike);
    const bool isFirst = first == allRungs().begin() + std::ptrdiff_t(index);
    if (wordsOf(op) > 1)
        return false;
    return std::getenv("PN_FULL_LADDER") != nullptr || (isFirst && kOperators[index % 2] == op);
}

// Each operator meets each rung at one group size; the sizes take turns.
TEST_F(Ladder, EveryRungAndOperatorEqualsTheOracle)
{
    const auto sizes = groupSizes();
    std::size_t turn = 0;
    for (const Operator op : kOperators)
    {
        std::vector<std::span<const std::uint32_t>> counts;
        for (std::size_t i = 0; i < allRungs().size(); ++i)
            counts.push_back(std::span(kCounts).first(std::size(kCounts) - (isLargestWanted(i, op) ? 0 : 1)));
        const auto most = std::max_element(counts.begin(), counts.end(),
                                           [](const auto& a, const auto& b) { return a.size() < b.size(); });
        const auto words = testing::makeElements(op, most->back());
        const auto expected = testing::expectPrefixes(op, words, *most);
        s_lab->setElements(words);
        for (std::size_t i = 0; i < allRungs().size(); ++i)
            compare(*s_lab, allRungs()[i], op, sizes[turn++ % sizes.size()], counts[i], expected);
    }
}

TEST_F(Ladder, EveryGroupSizeEqualsTheOracle)
{
    const std::vector<std::uint32_t> counts(std::begin(kCounts),
                                            std::find(std::begin(kCounts), std::end(kCounts), kSmall) + 1);
    for (const Operator op : {Operator::SumFloat, Operator::SumUint})
    {
        const auto words = testing::makeElements(op, kSmall);
        const auto expected = testing::expectPrefixes(op, words, counts);
        s_lab->setElements(words);
        for (const Rung& rung : allRungs())
            for (const std::uint32_t size : groupSizes())
                compare(*s_lab, rung, op, size, counts, expected);
    }
}

// The tree is one of indices, so the bits are those of a pairwise sum, whatever a group or a subgroup is.
TEST_F(Ladder, ButterflyHasTheBitsOfThePairwiseSum)
{
    const auto words = testing::makeElements(Operator::SumFloat, kMaxCount);
    s_lab->setElements(words);
    const Rung& butterfly = *findRung("butterfly");
    for (const std::uint32_t count : {1000u, 65537u, (1u << 20) + 1, kMaxCount})
    {
        const std::uint64_t expected = testing::pairwiseSum(std::span(words).first(count));
        for (const std::uint32_t size : count < kMaxCount ? groupSizes() : std::vector<std::uint32_t>{64})
        {
            const int runs = count <= kSmall ? 10 : 1;
            for (int run = 0; run < runs; ++run)
                ASSERT_EQ(s_lab->reduce(butterfly, Operator::SumFloat, size, count), expected)
                    << count << " elements, groups of " << size;
        }
    }
}

// What the last group of one dispatch leaves behind must be right for the next.
TEST_F(Ladder, ReducesAgainAndAgain)
{
    const std::array<std::uint32_t, 3> counts{1, 1000, kSmall};
    for (const Operator op : {Operator::SumUint, Operator::SumUint64})
    {
        const auto words = testing::makeElements(op, kSmall);
        const auto expected = testing::expectPrefixes(op, words, counts);
        s_lab->setElements(words);
        for (const Rung& rung : allRungs())
            for (const std::size_t i : {2u, 0u, 1u, 2u, 2u, 1u})
                EXPECT_EQ(s_lab->reduce(rung, op, 64, counts[i]), expected[i].bits) << rung.name << ", " << counts[i];
    }
}

} // namespace
} // namespace pn::lab
