// Every scan kernel gives its twin's bits, and the twin what a serial oracle makes of the same elements.
#include "lab/algorithm_lab.h"

#include "lab/algorithms/scan.h"

namespace pn::lab {
namespace {

using testing::randomWords;
using testing::Words;

// Around the sizes of subgroups, groups, tiles and the chunks and levels above them.
constexpr std::uint32_t kCounts[] = {0,    1,    2,    3,    31,   33,   255,   256,   257,
                                     1000, 4095, 4096, 4097, 8192, 8193, 16385, 65537, 300001};
constexpr std::uint32_t kLarge = (1u << 24) + 4099; // three levels of the large tile, and chunks of three tiles

struct ScanCase
{
    Operator op;
    ScanKind kind;
};

constexpr ScanCase kCases[] = {{Operator::SumFloat, ScanKind::Inclusive}, {Operator::SumUint, ScanKind::Exclusive}};
constexpr ScanCase kMoreCases[] = {{Operator::SumFloat, ScanKind::Exclusive},
                                   {Operator::SumUint, ScanKind::Inclusive},
                                   {Operator::MaxFloat, ScanKind::Inclusive},
                                   {Operator::MaxUint, ScanKind::Exclusive}};

void expectOracle(const ScanCase& what, const Words& words, const Words& results)
{
    ASSERT_EQ(words.size(), results.size());
    testing::SerialOracle oracle(what.op);
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        if (what.kind == ScanKind::Inclusive)
            oracle.add(words[i]);
        ASSERT_TRUE(oracle.accepts(results[i])) << "element " << i << " of " << words.size();
        if (what.kind == ScanKind::Exclusive)
            oracle.add(words[i]);
    }
}

class Scan : public testing::AlgorithmLab
{
protected:
    static void compare(const Rung& rung, const ScanCase& what, std::uint32_t count, const ChainTuning& tuning = {})
    {
        SCOPED_TRACE(std::string(rung.name) + ", " + operatorNames()[std::size_t(what.op)] + ", " +
                     std::to_string(count) + " elements");
        ASSERT_EQ(device().whyUnsupported(rung), "");
        const Words words = randomWords(count, what.op);
        const Words expected = scanOnCpu(rung, what.op, what.kind, words);
        expectOracle(what, words, expected);
        const auto results = run(planScan(rung, what.op, what.kind, count, tuning), {words, Words(count)});
        PN_EXPECT_SAME_WORDS(results[1], expected);
    }
};

TEST_F(Scan, EveryRungEqualsItsTwinAndTheOracle)
{
    for (const Rung& rung : rungsOf(Algorithm::Scan))
        for (const ScanCase& what : kCases)
            for (const std::uint32_t count : kCounts)
                if (what.op == Operator::SumFloat || count < 100000 || isFullLadder())
                    compare(rung, what, count);
}

TEST_F(Scan, EveryRungEqualsItsTwinAtLength)
{
    if (!isFullLadder())
        GTEST_SKIP() << "set PN_FULL_LADDER=1 to scan 2^24 elements";
    for (const Rung& rung : rungsOf(Algorithm::Scan))
    {
        for (const ScanCase& what : kMoreCases)
            for (const std::uint32_t count : kCounts)
                compare(rung, what, count);
        compare(rung, kCases[0], kLarge);
    }
}

// From the last tile to the first, each group waits for groups that have not begun. Only the fallback can end the wait,
// and it gives the same bits.
TEST_F(Scan, TheChainNeedsNoProgressOfOtherGroups)
{
    const Rung& chained = *findRung(Algorithm::Scan, "chained");
    for (const std::uint32_t count : {4097u, 300001u})
        compare(chained, kCases[0], count, {.patience = 0, .isReversed = true});
}

TEST_F(Scan, WorksInPlace)
{
    const Words words = randomWords(65537, Operator::SumUint);
    for (const Rung& rung : rungsOf(Algorithm::Scan).first(4)) // not `chained`, whose groups may read elements twice
    {
        Recording recording = planScan(rung, Operator::SumUint, ScanKind::Exclusive, 65537);
        for (auto& command : recording.commands)
            if (auto* dispatch = std::get_if<Dispatch>(&command))
                std::replace(dispatch->buffers.begin(), dispatch->buffers.end(), 1u, 0u);
        const auto results = run(recording, {words, Words(4)});
        PN_EXPECT_SAME_WORDS(results[0], scanOnCpu(rung, Operator::SumUint, ScanKind::Exclusive, words));
    }
}

// A tree with pen and paper, for the twin: 2^24 + 1 is no float, so the order shows.
TEST(ScanTwin, AddsInTheOrderOfEachRung)
{
    const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
    const Words words = {bits(0x1p24f), bits(1.0f), bits(1.0f), bits(1.0f)};
    const auto last = [&](std::string_view rung) {
        return std::bit_cast<float>(
            scanOnCpu(*findRung(Algorithm::Scan, rung), Operator::SumFloat, ScanKind::Inclusive, words)[3]);
    };
    EXPECT_EQ(last("hillis_steele"), 0x1p24f + 2.0f); // (2^24 + 1) + (1 + 1): 1 is lost once, 2 is not
    EXPECT_EQ(last("blelloch"), 0x1p24f);             // ((2^24 + 1) + 1) + 1: each 1 is lost
    EXPECT_EQ(last("subgroups"), 0x1p24f);            // likewise, in one lane's vector
}

} // namespace
} // namespace pn::lab
