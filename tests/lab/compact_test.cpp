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
    static void compare(const AlgorithmRung& rung, std::uint32_t count, std::uint32_t threshold,
                        const ChainTuning& tuning = {})
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
        PN_EXPECT_SAME_WORDS(compactOnCpu(words, threshold), expected);
    }
};

constexpr std::uint32_t kOnePercent = 0xfd70a3d7u, kHalf = 0x80000000u;

TEST_F(Compact, EveryRungKeepsWhatTheOracleKeeps)
{
    for (const AlgorithmRung& rung : compactRungs())
        for (const std::uint32_t count : {0u, 1u, 2u, 31u, 33u, 255u, 257u, 4095u, 4096u, 4097u, 65537u, 300001u})
            compare(rung, count, kHalf);
}

TEST_F(Compact, KeepsAllOrNothing)
{
    for (const AlgorithmRung& rung : compactRungs())
        for (const std::uint32_t threshold : {0u, kOnePercent, ~0u})
            compare(rung, 12289, threshold);
}

TEST_F(Compact, PacksChunksOfSeveralTiles)
{
    if (isFullLadder()) // 64 MiB
        compare(*findRung(compactRungs(), "packed"), (1u << 24) + 4097, kOnePercent);
}

TEST_F(Compact, TheChainNeedsNoProgressOfOtherGroups)
{
    compare(*findRung(compactRungs(), "chained"), 300001, kHalf, {.patience = 0, .isReversed = true});
}

} // namespace
} // namespace pn::lab
