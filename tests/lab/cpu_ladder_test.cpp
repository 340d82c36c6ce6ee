#include "lab/algorithms/cpu_ladder.h"

#include "oracle.h"

#include <map>

namespace pn::lab {
namespace {

using testing::expectPrefixes;
using testing::kCounts;
using testing::kOperators;

TEST(CpuLadder, EqualsTheOracle)
{
    constexpr std::span kSome = std::span(kCounts).first(std::size(kCounts) - 1); // up to 1 << 20
    for (const Operator op : kOperators)
    {
        const auto words = testing::makeElements(op, kSome.back());
        const auto expected = expectPrefixes(op, words, kSome);
        for (const CpuRung& rung : cpuRungs())
            for (std::size_t i = 0; i < kSome.size(); ++i)
            {
                SCOPED_TRACE(std::string(rung.name) + ", " + operatorNames()[std::size_t(op)] + ", " +
                             std::to_string(kSome[i]));
                testing::expectResult(op, expected[i], kSome[i],
                                      rung.reduce(op, std::span(words).first(kSome[i] * wordsOf(op)), 2));
            }
    }
}

// A tree with pen and paper: 2^24 + 1 is no float, so the order shows.
TEST(CpuLadder, PairwiseAddsNeighboursFirst)
{
    const float big = 0x1p24f;
    const std::vector<float> values = {big, 1.0f, 1.0f, 1.0f, 1.0f};
    std::vector<std::uint32_t> words;
    for (const float value : values)
        words.push_back(std::bit_cast<std::uint32_t>(value));
    // serial: big + 1 ties back to big, four times; pairwise: ((big + 1) + (1 + 1)) + 1 = big + 2 + 1, a tie upwards
    const std::map<std::string_view, float> expected = {{"serial", big}, {"pairwise", big + 4.0f}};
    for (const CpuRung& rung : cpuRungs())
    {
        const auto value = std::bit_cast<float>(std::uint32_t(rung.reduce(Operator::SumFloat, words, 1)));
        EXPECT_TRUE(!expected.contains(rung.name) || value == expected.at(rung.name)) << rung.name << ": " << value;
    }
}

TEST(Reference, CountsWordsThatRepeat)
{
    const std::vector<std::uint32_t> words = {1, 2, 4};
    EXPECT_EQ(referenceResult(Operator::SumUint, words, 8).word, 17u);
    EXPECT_EQ(referenceResult(Operator::Xor, words, 8).word, 3u);
    EXPECT_EQ(referenceResult(Operator::MaxUint, words, 2).word, 2u);
    EXPECT_EQ(relativeError(Operator::SumUint, 17, {.word = 17}), 0.0);
    EXPECT_NEAR(relativeError(Operator::SumUint, 18, {.word = 17}), 1.0 / 17.0, 1e-15);
}

// Two pairs: 2^32 - 1 and 1 - 2^32, so the sum of both is 0, and that of three is 2^32 - 1.
TEST(Reference, CarriesFromWordToWord)
{
    const std::vector<std::uint32_t> words = {0xffffffffu, 0, 1, 0xffffffffu};
    EXPECT_EQ(referenceResult(Operator::SumUint64, words, 2).word, 0u);
    EXPECT_EQ(referenceResult(Operator::SumUint64, words, 3).word, 0xffffffffu);
    EXPECT_EQ(relativeError(Operator::SumUint64, 1ull << 63, {.word = 1ull << 63}), 0.0);
    EXPECT_GT(relativeError(Operator::SumUint64, (1ull << 63) + 1, {.word = 1ull << 63}), 0.0);
}

} // namespace
} // namespace pn::lab
