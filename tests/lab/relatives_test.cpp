// LabScans, histograms, compactions, segmented sums and transposes against serial oracles, and against the numbers that
// the founding texts print.
#include "lab/lab_fixture.h"

#include "lab/algorithms/values.h"
#include "lab/measure/cases.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace pn::lab {
namespace {

constexpr Operator kUintSum{Type::Uint, Function::Sum};
constexpr ChainTuning kNoPatience{0, true};
constexpr std::uint32_t kCounts[] = {1, 63, 1025, 40'000, 150'001};

class LabRelatives : public LabTest
{
protected:
    Inputs inputsOf(const Task& task, std::uint32_t count) const
    {
        Inputs inputs{makeElements(task.op, Values::Random, count), {}, Words(16)};
        if (task.hasSecondPlane())
            inputs.second = makeMarks(0.05, count);
        return inputs;
    }

    // Positive floats: each result has one addition after the other of at most count elements, on paths of log2(count)
    // and one per tile; 64 are more than there are tiles here.
    void expectRight(const Rung& rung, const Task& task, const Inputs& inputs)
    {
        const double bound = task.op.rounds() ? (std::log2(double(task.count) + 1.0) + 64.0) * 0x1p-24 : 0.0;
        const RungResults results = run(rung, task, inputs);
        EXPECT_LE(errorOf(task, inputs, results.words, results.kept), bound)
            << rung.name << ", " << task.count << ", groups of " << task.groupSize;
    }

    void expectRight(const Task& task, const Inputs& inputs)
    {
        for (const Rung& rung : rungsOf(task.algorithm))
            expectRight(rung, task, inputs);
    }

    void expectWords(const Task& task, const Inputs& inputs, const Words& expected)
    {
        for (const Rung& rung : rungsOf(task.algorithm))
        {
            RungResults results = run(rung, task, inputs);
            results.words.resize(expected.size());
            EXPECT_EQ(results.words, expected) << rung.name;
            EXPECT_TRUE(task.algorithm != Algorithm::Compact || results.kept == expected.size())
                << rung.name << results.kept;
        }
    }
};

class LabScans : public LabRelatives
{
protected:
    Task scanOf(Algorithm algorithm, std::uint32_t count, const Operator& op, bool isExclusive) const
    {
        Task task = makeTask(algorithm, count);
        task.op = op;
        task.isExclusive = isExclusive;
        return task;
    }

    void expectHelp(Algorithm algorithm, const Operator& op)
    {
        Task task = scanOf(algorithm, 40'000, op, false);
        task.chain = kNoPatience;
        expectRight(task, inputsOf(task, task.count));
    }
};

// The text's [1, 2, 3, 4].
TEST_F(LabScans, TheTextsOwn)
{
    const Inputs inputs{{1, 2, 3, 4}, {}, {}};
    expectWords(scanOf(Algorithm::Scan, 4, kUintSum, false), inputs, {1, 3, 6, 10});
    expectWords(scanOf(Algorithm::Scan, 4, kUintSum, true), inputs, {0, 1, 3, 6});
}

// The text's [[1, 2], [6, 7, 1], [1, 2, 3, 4]], by its flags.
TEST_F(LabScans, TheTextsOwnSegments)
{
    const Inputs inputs{{1, 2, 6, 7, 1, 1, 2, 3, 4}, {1, 0, 1, 0, 0, 1, 0, 0, 0}, {}};
    expectWords(scanOf(Algorithm::SegmentedScan, 9, kUintSum, true), inputs, {0, 1, 0, 6, 13, 0, 1, 3, 6});
    expectWords(scanOf(Algorithm::SegmentedScan, 9, kUintSum, false), inputs, {1, 3, 6, 13, 14, 1, 3, 6, 10});
}

TEST_F(LabScans, EveryRungAndCountEqualsTheOracle)
{
    for (const std::uint32_t count : kCounts)
        for (const Algorithm algorithm : {Algorithm::Scan, Algorithm::SegmentedScan})
        {
            const Task task = scanOf(algorithm, count, kUintSum, count % 2 == 0);
            expectRight(task, inputsOf(task, count));
        }
}

// Sums of floats keep their order, in groups of many subgroups. FullOperatorsAndGroupSizes has all rungs.
TEST_F(LabScans, ChainOfFloatsEqualsTheOracle)
{
    Task task = scanOf(Algorithm::Scan, 40'011, {}, false);
    task.groupSize = std::min(512u, m_lab.maxGroupSize());
    expectRight(rungsOf(Algorithm::Scan).back(), task, inputsOf(task, task.count));
}

TEST_F(LabScans, FullOperatorsAndGroupSizes)
{
    for (const Operator op :
         {Operator{}, {Type::Float, Function::Max}, {Type::Int, Function::Min}, {Type::Uint, Function::Xor}})
        for (const std::uint32_t size : {16u, 128u, 256u, 1024u})
            for (const Algorithm algorithm : {Algorithm::Scan, Algorithm::SegmentedScan})
            {
                Task task = scanOf(algorithm, 20'011, op, size == 128);
                task.groupSize = std::min(size, m_lab.maxGroupSize());
                expectRight(task, inputsOf(task, task.count));
            }
}

// Tiles from the last to the first, and nobody waits: every group computes what is missing.
TEST_F(LabScans, ChainsHelpThemselves)
{
    for (const Algorithm algorithm : {Algorithm::Scan, Algorithm::SegmentedScan})
        expectHelp(algorithm, kUintSum);
}

TEST_F(LabScans, FullChainsOfFloatsHelpThemselves)
{
    for (const Algorithm algorithm : {Algorithm::Scan, Algorithm::SegmentedScan})
        expectHelp(algorithm, Operator{});
}

// Segments as long as several tiles, whose chain goes on from tile to tile, beside short ones, which end it.
TEST_F(LabScans, ChainsGoThroughLongSegments)
{
    Task task = scanOf(Algorithm::SegmentedScan, 40'000, kUintSum, false);
    Inputs inputs = inputsOf(task, task.count);
    std::fill(inputs.second.begin() + 3'000, inputs.second.begin() + 30'000, 0u);
    expectRight(task, inputs);
    task.chain = kNoPatience;
    for (int i = 0; i < 10; ++i) // groups that run at the same time see each other's totals now and then
        expectRight(rungsOf(Algorithm::SegmentedScan).back(), task, inputs);
}

// Hillis and Steele: n log2(n) additions in log2(n) steps. Blelloch: 2 n in 2 log2(n), up and down. A reduction has n
// - 1.
TEST(LabWork, IsWhatTheTextsSay)
{
    const auto workOf = [](Algorithm algorithm, std::size_t rung, std::uint32_t count, std::uint32_t groupSize) {
        return plan(rungsOf(algorithm)[rung], {.algorithm = algorithm, .count = count, .groupSize = groupSize}).work;
    };
    EXPECT_EQ(workOf(Algorithm::Scan, 0, 256, 256).additions, 256u * 8 - 255);
    EXPECT_EQ(workOf(Algorithm::Scan, 0, 256, 256).steps, 8u);
    EXPECT_EQ(workOf(Algorithm::Scan, 1, 512, 256).additions, 2u * 511 + 512);
    EXPECT_EQ(workOf(Algorithm::Scan, 1, 512, 256).steps, 19u);
    for (std::size_t rung = 0; rung < 3; ++rung)
    {
        EXPECT_EQ(workOf(Algorithm::Reduce, rung, 1u << 20, 1024).additions, (1u << 20) - 1);
        EXPECT_EQ(workOf(Algorithm::Reduce, rung, 1u << 20, 1024).steps, 20u);
    }
}

class LabCompaction : public LabRelatives
{
};

// The text's array and its mask.
TEST_F(LabCompaction, TheTextsOwn)
{
    Task task = makeTask(Algorithm::Compact, 8);
    task.isMasked = true;
    expectWords(task, {{3, 1, 8, 4, 6, 5, 2, 7}, {1, 0, 1, 0, 1, 0, 1, 0}, {}}, {3, 8, 6, 2});
    task.isMasked = false;
    task.threshold = 5;
    expectWords(task, {{3, 1, 8, 4, 6, 5, 2, 7}, {}, {}}, {8, 6, 5, 7});
}

// Few, many, all and none; where many are kept, tiles of the chained rung are read twice.
TEST_F(LabCompaction, EveryRungAndShareEqualsTheOracle)
{
    for (const std::uint32_t count : kCounts)
        for (const std::uint32_t threshold : {0u, 0x80000000u, 0xf8000000u, ~0u})
        {
            Task task = makeTask(Algorithm::Compact, count);
            task.op = kUintSum;
            task.threshold = threshold;
            expectRight(task, inputsOf(task, count));
        }
}

// What the bench asks to keep is a share of its elements: by the threshold, and by the mask. Of four million random
// elements a standard deviation is at most 0.03 %.
TEST(LabCases, CompactionKeepsItsShare)
{
    for (const double share : {0.01, 0.5})
        for (const bool isMasked : {false, true})
        {
            bench::LabSettings settings;
            settings.algorithm = Algorithm::Compact;
            settings.isMasked = isMasked;
            settings.keptShare = share;
            const bench::LabCase what = bench::makeCase(settings, 1u << 22, {});
            const Words& parted = isMasked ? what.second : what.block;
            const std::uint32_t least = isMasked ? 1 : what.task.threshold;
            const auto kept = std::count_if(parted.begin(), parted.end(), [&](std::uint32_t w) { return w >= least; });
            EXPECT_NEAR(double(kept) / double(parted.size()), share, 0.002) << isMasked;
        }
}

TEST_F(LabCompaction, FullMasks)
{
    for (const std::uint32_t count : kCounts)
    {
        Task task = makeTask(Algorithm::Compact, count);
        task.op = kUintSum;
        task.isMasked = true;
        expectRight(task, inputsOf(task, count));
    }
}

TEST_F(LabCompaction, ChainsHelpThemselves)
{
    Task task = makeTask(Algorithm::Compact, 150'001);
    task.op = kUintSum;
    task.threshold = 0xf8000000u;
    task.chain = kNoPatience;
    expectRight(task, inputsOf(task, task.count));
}

class LabHistogram : public LabRelatives
{
protected:
    LabHistogram()
    {
        for (std::uint32_t half = 0; half < 0x10000u; ++half)
            m_halfWords.insert(m_halfWords.end(), {half, half});
        m_halves.binBits = 16;
    }

    Words m_halfWords;
    Task m_halves = makeTask(Algorithm::Histogram, 0x10000);
};

// Two colours: white has luminance 1, in octave 32 of 64, and black is in the first bin.
TEST_F(LabHistogram, CountsColoursThatEverybodyKnows)
{
    const Task task = makeTask(Algorithm::Histogram, 3);
    Words expected(256);
    expected[0] = 1;
    expected[32 * 4] = 2;
    expectWords(task, {{0x3c003c00u, 0x3c003c00u, 0u, 0x3c000000u, 0x3c003c00u, 0x3c003c00u}, {}, {}}, expected);
}

TEST_F(LabHistogram, EveryRungAndCountEqualsTheOracle)
{
    for (const std::uint32_t count : {1u, 1000u, 30'001u})
        expectRight(makeTask(Algorithm::Histogram, count), {makeTexels(2ull * count), {}, {}});
}

// The counts of all blocks fit into the least buffer that Vulkan allows, however small the groups are.
TEST(LabPlan, BlocksFitIntoABuffer)
{
    const Task task{.algorithm = Algorithm::Histogram, .count = 1u << 28, .binBits = 16, .groupSize = 16};
    EXPECT_LE(plan(rungsOf(Algorithm::Histogram)[1], task).scratchBytes[0], 1u << 27);
}

// The bench binds results as large as the elements, and what a recording clears is part of its time.
TEST(LabPlan, AHistogramClearsItsBinsAlone)
{
    const Task task{.algorithm = Algorithm::Histogram, .count = 1u << 20, .binBits = 12};
    for (const Rung& rung : rungsOf(Algorithm::Histogram))
        EXPECT_EQ(std::get<Fill>(plan(rung, task).commands.front()).bytes, 4u << 12) << rung.name;
}

// Each half float as red and as blue: denormal, negative, infinite and NaN ones, too. And 65536 bins, which do not fit
// into shared memory and in which the last bit of a denormal counts.
TEST_F(LabHistogram, EveryHalfEqualsTheOracle)
{
    expectRight(rungsOf(Algorithm::Histogram)[2], m_halves, {m_halfWords, {}, {}});
}

TEST_F(LabHistogram, FullHalves)
{
    expectRight(m_halves, {m_halfWords, {}, {}});
}

// A plain sky: every texel falls into one bin.
TEST_F(LabHistogram, OfOneColour)
{
    expectRight(makeTask(Algorithm::Histogram, 30'001), {repeated(Words{0x3d553155u, 0x3c002e10u}, 60'002), {}, {}});
}

class LabSums : public LabRelatives
{
};

TEST_F(LabSums, TheTextsOwnSegments)
{
    Task task = makeTask(Algorithm::SegmentedSum, 9);
    task.op = kUintSum;
    task.segmentCount = 3;
    expectWords(task, {{1, 2, 6, 7, 1, 1, 2, 3, 4}, {}, {0, 2, 5, 9}}, {3, 14, 10});
}

// Empty segments at the ends and between others, too.
TEST_F(LabSums, EveryRungAndOperatorEqualsTheOracle)
{
    for (const Operator op : {kUintSum, Operator{}, {Type::Int, Function::Max}})
        for (const std::uint32_t count : {1u, 1000u, 60'000u})
        {
            Task task = makeTask(Algorithm::SegmentedSum, count);
            task.op = op;
            Inputs inputs{makeElements(op, Values::Random, count), {}, makeOffsets(Lengths::LogUniform, count)};
            inputs.third.insert(inputs.third.begin(), 0);
            inputs.third.insert(inputs.third.begin() + std::ptrdiff_t(inputs.third.size() / 2),
                                inputs.third[inputs.third.size() / 2]);
            inputs.third.push_back(count);
            task.segmentCount = std::uint32_t(inputs.third.size() - 1);
            expectRight(task, inputs);
        }
}

class LabTranspose : public LabRelatives
{
};

TEST_F(LabTranspose, ShapesEqualTheOracle)
{
    for (const auto& [rows, columns] : {std::pair{2u, 3u}, {1u, 100u}, {128u, 256u}, {130u, 36u}, {33u, 257u}})
    {
        Task task = makeTask(Algorithm::Transpose, rows * columns);
        task.columns = columns;
        expectRight(task, {makeElements(kUintSum, Values::Random, task.count), {}, {}});
    }
    Task task = makeTask(Algorithm::Transpose, 6);
    task.columns = 3;
    expectWords(task, {{1, 2, 3, 4, 5, 6}, {}, {}}, {1, 4, 2, 5, 3, 6});
}

} // namespace
} // namespace pn::lab
