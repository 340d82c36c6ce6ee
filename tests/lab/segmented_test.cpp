// Every segmented kernel gives its twin's bits, and the twin what a serial oracle makes of the same segments.
#include "lab/algorithm_lab.h"

#include "lab/algorithms/segmented.h"

namespace pn::lab {
namespace {

using testing::randomWords;
using testing::SerialOracle;
using testing::Words;

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
    Words ends = makeOffsets(count, [] { return 4096u; }); // at the edges of tiles, each twice
    ends.insert(ends.end(), ends.begin(), ends.end());
    std::sort(ends.begin(), ends.end());
    cases.emplace_back("tiles, each with an empty one", ends);
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
        SerialOracle oracle(op);
        for (std::size_t s = 0; s + 1 < offsets.size(); ++s)
        {
            oracle.reset();
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

    static void compareScan(Operator op, const Words& words, const Words& offsets)
    {
        ASSERT_EQ(device().whyUnsupported(segmentedScanRung()), "");
        std::vector<bool> isHead(words.size());
        Words bits((words.size() + 31) / 32 + 1, 0u);
        for (const std::uint32_t offset : offsets)
            if (offset < words.size())
            {
                isHead[offset] = true;
                bits[offset / 32] |= 1u << offset % 32;
            }
        const Words expected = segmentedScanOnCpu(op, words, isHead);
        SerialOracle oracle(op);
        for (std::size_t i = 0; i < words.size(); ++i)
        {
            if (isHead[i])
                oracle.reset();
            oracle.add(words[i]);
            ASSERT_TRUE(oracle.accepts(expected[i])) << "element " << i;
        }
        const auto results =
            run(planSegmentedScan(op, std::uint32_t(words.size())), {words, Words(words.size()), bits});
        PN_EXPECT_SAME_WORDS(results[1], expected);
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

TEST_F(Segmented, ScanEqualsItsTwinAndTheOracle)
{
    for (const std::uint32_t count : {0u, 1u, 33u, 4096u, 12289u, 300001u})
    {
        const Words words = randomWords(count, Operator::SumFloat);
        for (const auto& [name, offsets] : offsetCases(count))
        {
            SCOPED_TRACE(name + ", " + std::to_string(count) + " elements");
            compareScan(Operator::SumFloat, words, offsets);
        }
    }
}

} // namespace
} // namespace pn::lab
