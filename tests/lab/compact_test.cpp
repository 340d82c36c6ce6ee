// Every compaction kernel keeps what it must, in order.
#include "lab/algorithm_lab.h"

#include "lab/algorithms/compact.h"

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
}

TEST_F(Compact, KeepsAllOrNothing)
{
    for (const Rung& rung : rungs())
        for (const std::uint32_t threshold : {0u, kOnePercent, ~0u})
            compare(rung, 12289, threshold);
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

TEST_F(Compact, TheBoundCountsEachTile)
{
    const Rung& bound = *findRung(Algorithm::Compact, "bound");
    for (const std::uint32_t count : {1u, 4097u, 32767u, 32768u, 100001u})
    {
        const Words words = randomWords(count, Operator::SumUint);
        Words expected((count + 32767) / 32768);
        for (std::size_t i = 0; i < count; ++i)
            expected[i / 32768] += words[i] >= kHalf ? 1u : 0u;
        auto results = run(planCompact(bound, count, kHalf), {words, Words(count), Words(1, 99u)});
        results[1].resize(expected.size());
        PN_EXPECT_SAME_WORDS(results[1], expected);
        PN_EXPECT_SAME_WORDS(compactOnCpu(bound, words, kHalf), expected);
    }
}

TEST_F(Compact, PacksChunksOfSeveralTiles)
{
    if (isFullLadder()) // 64 MiB
        compare(*findRung(Algorithm::Compact, "packed"), (1u << 24) + 4097, kOnePercent);
}

TEST_F(Compact, TheChainNeedsNoProgressOfOtherGroups)
{
    compare(*findRung(Algorithm::Compact, "chained"), 300001, kHalf, {.patience = 0, .isReversed = true});
}

} // namespace
} // namespace pn::lab
