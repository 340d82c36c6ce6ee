// Every kernel of scans and of segmented sums gives its twin's bits, and the twin what a serial oracle makes of the
// same elements.
#include "lab/algorithm_lab.h"

#include "lab/algorithms/scan.h"
#include "lab/algorithms/segmented.h"

namespace pn::lab {
namespace {

using testing::Oracle;
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
constexpr ScanCase kMoreCases[] = {{Operator::SumFloat, ScanKind::Exclusive}, {Operator::SumUint, ScanKind::Inclusive}};

void expectOracle(const ScanCase& what, const Words& words, const Words& results)
{
    ASSERT_EQ(words.size(), results.size());
    Oracle oracle(what.op);
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
    for (const Rung& rung : rungsOf(Algorithm::Scan))
        if (isFullLadder())
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

// Offsets of segments with the lengths that next() gives, over count elements.
template <typename NextLength>
Words makeOffsets(std::uint32_t count, NextLength&& next)
{
    Words offsets = {0};
    while (offsets.back() < count)
        offsets.push_back(std::min<std::uint32_t>(count, offsets.back() + std::uint32_t(next())));
    return offsets;
}

std::vector<std::pair<std::string, Words>> offsetCases(std::uint32_t count)
{
    std::mt19937 random(5);
    const auto logUniform = [&] { return std::uint32_t(std::exp2(double(random() % 13001) / 1000.0)); };
    std::vector<std::pair<std::string, Words>> cases;
    cases.emplace_back("one segment", Words{0, count});
    cases.emplace_back("single elements", makeOffsets(count, [] { return 1u; }));
    cases.emplace_back("mixed lengths", makeOffsets(count, logUniform));
    cases.emplace_back("empty ones among others", makeOffsets(count, [&] { return random() % 3; }));
    Words ends = makeOffsets(count, [] { return 4096u; }); // each twice
    ends.insert(ends.end(), ends.begin(), ends.end());
    std::sort(ends.begin(), ends.end());
    cases.emplace_back("equal ones, each with an empty one", ends);
    cases.emplace_back("one long and many short",
                       makeOffsets(count, [n = 0]() mutable { return n++ == 3 ? 290000u : 5u; }));
    return cases;
}

class Segmented : public testing::AlgorithmLab
{
protected:
    static void compareSums(const Rung& rung, Operator op, const Words& words, const Words& offsets)
    {
        ASSERT_EQ(device().whyUnsupported(rung), "");
        const Words expected = segmentedSumOnCpu(rung, op, words, offsets);
        for (std::size_t s = 0; s + 1 < offsets.size(); ++s)
        {
            Oracle oracle(op);
            for (std::size_t i = offsets[s]; i < offsets[s + 1]; ++i)
                oracle.add(words[i]);
            // rung `lanes` adds in order: one rounding per element
            const bool isSerial = rung.name == "lanes" && op == Operator::SumFloat && offsets[s + 1] - offsets[s] > 40;
            ASSERT_TRUE(isSerial || oracle.accepts(expected[s])) << "segment " << s;
        }
        const auto count = std::uint32_t(words.size()), segments = std::uint32_t(offsets.size() - 1);
        const auto results = run(planSegmentedSum(rung, op, count, segments), {words, Words(segments), offsets});
        PN_EXPECT_SAME_WORDS(results[1], expected);
    }

    // lavapipe ends every loop after 65535 rounds, and takes seconds for as many groups.
    static bool isTried(const Rung& rung, const Words& offsets)
    {
        constexpr std::uint32_t kMost = 20000;
        std::uint32_t longest = 0;
        for (std::size_t s = 0; s + 1 < offsets.size(); ++s)
            longest = std::max(longest, offsets[s + 1] - offsets[s]);
        return (rung.name != "lanes" || longest <= kMost) && (rung.name != "groups" || offsets.size() <= kMost);
    }
};

TEST_F(Segmented, EveryRungEqualsItsTwinAndTheOracle)
{
    for (const Operator op : {Operator::SumFloat, Operator::SumUint})
        for (const std::uint32_t count : {0u, 1u, 33u, 4096u, 12289u, 300001u})
        {
            if (op == Operator::SumUint && count > 20000 && !isFullLadder())
                continue; // the plan is that of floats
            const Words words = randomWords(count, op);
            for (const auto& [name, offsets] : offsetCases(count))
                for (const Rung& rung : rungsOf(Algorithm::Segmented))
                {
                    if (!isTried(rung, offsets))
                        continue;
                    SCOPED_TRACE(std::string(rung.name) + ", " + name + ", " + std::to_string(count) + " elements");
                    compareSums(rung, op, words, offsets);
                }
        }
}

} // namespace
} // namespace pn::lab
