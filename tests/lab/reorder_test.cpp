// Every kernel of compaction keeps what it must, in order; every kernel of transposition moves each element to its
// place.
#include "lab/algorithm_lab.h"

#include "lab/algorithms/compact.h"
#include "lab/algorithms/transpose.h"

#include <array>

namespace pn::lab {
namespace {

using testing::randomWords;
using testing::Words;

class Compact : public testing::AlgorithmLab
{
protected:
    static void compare(const Rung& rung, std::uint32_t count, std::uint32_t threshold, const ChainTuning& tuning = {})
    {
        SCOPED_TRACE(std::string(rung.name) + ", " + std::to_string(count) + " elements, threshold " +
                     std::to_string(threshold));
        ASSERT_EQ(device().whyUnsupported(rung), "");
        const Words words = randomWords(count, Operator::SumUint);
        Words expected;
        for (const std::uint32_t word : words)
            if (word >= threshold)
                expected.push_back(word);
        auto results = run(planCompact(rung, count, threshold, tuning), {words, Words(count), Words(1, 99u)});
        ASSERT_EQ(results[2][0], expected.size());
        results[1].resize(expected.size());
        PN_EXPECT_SAME_WORDS(results[1], expected);
        PN_EXPECT_SAME_WORDS(compactOnCpu(rung, words, threshold), expected);
    }

    // The rows of the ladder above the bound.
    static std::span<const Rung> rungs() { return rungsOf(Algorithm::Compact).first(4); }
};

constexpr std::uint32_t kOnePercent = 0xfd70a3d7u, kHalf = 0x80000000u;

TEST_F(Compact, EveryRungKeepsWhatTheOracleKeeps)
{
    for (const Rung& rung : rungs())
        for (const std::uint32_t count :
             {0u, 1u, 2u, 31u, 33u, 255u, 257u, 4095u, 4096u, 4097u, 32768u, 32769u, 65537u, 300001u})
            compare(rung, count, kHalf);
    for (const Rung& rung : rungs())
        for (const std::uint32_t threshold : {0u, kOnePercent, ~0u}) // all, some or nothing
            compare(rung, 12289, threshold);
    if (isFullLadder()) // chunks of several tiles, 64 MiB
        compare(*findRung(Algorithm::Compact, "packed"), (1u << 24) + 4097, kOnePercent);
}

// Rung `chained` keeps some of a tile in shared memory, and reads the tile again where there is no room for more. Half
// of the subgroups' parts keep all of their elements here, the other half none.
TEST_F(Compact, KeepsMoreThanSharedMemoryHolds)
{
    Words words(100000), expected;
    for (std::size_t i = 0; i < words.size(); ++i)
        words[i] = (i / 16384 % 2 == 0 ? kHalf : 0u) + std::uint32_t(i);
    std::copy_if(words.begin(), words.end(), std::back_inserter(expected), [](auto word) { return word >= kHalf; });
    for (const Rung& rung : rungs())
    {
        auto results = run(planCompact(rung, 100000, kHalf), {words, Words(100000), Words(1, 99u)});
        ASSERT_EQ(results[2][0], expected.size()) << rung.name;
        results[1].resize(expected.size());
        PN_EXPECT_SAME_WORDS(results[1], expected) << rung.name;
    }
}

TEST_F(Compact, TheChainNeedsNoProgressOfOtherGroups)
{
    compare(*findRung(Algorithm::Compact, "chained"), 300001, kHalf, {.patience = 0, .isReversed = true});
}

class Transpose : public testing::AlgorithmLab
{
};

TEST_F(Transpose, EveryRungMovesEveryElement)
{
    constexpr std::array<std::uint32_t, 2> kShapes[] = {{0, 5},     {1, 1},     {1, 70},    {70, 1},
                                                        {31, 33},   {32, 32},   {64, 96},   {100, 257},
                                                        {513, 300}, {128, 128}, {260, 132}, {300, 516}};
    for (const Rung& rung : rungsOf(Algorithm::Transpose).first(4)) // without the bound
        for (const auto& [rows, columns] : kShapes)
        {
            SCOPED_TRACE(std::string(rung.name) + ", " + std::to_string(rows) + " x " + std::to_string(columns));
            ASSERT_EQ(device().whyUnsupported(rung), "");
            Words words(std::size_t{rows} * columns), expected(words.size());
            for (std::uint32_t row = 0; row < rows; ++row)
                for (std::uint32_t column = 0; column < columns; ++column)
                {
                    words[row * columns + column] = 1000000 + row * 1000 + column;
                    expected[column * rows + row] = 1000000 + row * 1000 + column;
                }
            PN_EXPECT_SAME_WORDS(run(planTranspose(rung, rows, columns), {words, Words(words.size())})[1], expected);
            PN_EXPECT_SAME_WORDS(transposeOnCpu(rung, words, rows, columns), expected);
        }
}

// A group of any size turns the same blocks.
TEST_F(Transpose, BlocksNeedNoSizeOfGroups)
{
    const Rung& blocks = *findRung(Algorithm::Transpose, "blocks");
    const Words words = testing::randomWords(260 * 516, Operator::SumUint);
    const Words expected = transposeOnCpu(blocks, words, 260, 516);
    for (std::uint32_t lanes = 32; lanes <= device().maxGroupSize(); lanes *= 2)
        PN_EXPECT_SAME_WORDS(run(planTranspose(blocks, 260, 516, lanes), {words, Words(words.size())})[1], expected)
            << lanes;
}

} // namespace
} // namespace pn::lab
