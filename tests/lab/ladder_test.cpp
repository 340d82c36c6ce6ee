// Every rung of the reductions against a serial oracle in double precision or exact integers.
#include "lab/lab_fixture.h"

#include "lab/algorithms/values.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace pn::lab {
namespace {

constexpr std::uint32_t kCounts[] = {0, 1, 3, 33, 256, 257, 1000, 65537};

class LabLadder : public LabTest
{
protected:
    Task reductionOf(const Operator& op, std::uint32_t groupSize, std::uint32_t count) const
    {
        Task task = makeTask(Algorithm::Reduce, count);
        task.op = op;
        task.groupSize = groupSize;
        return task;
    }

    std::uint64_t resultOf(const Rung& rung, const Task& task, const Inputs& inputs, std::uint32_t times = 1)
    {
        const Words words = run(rung, task, inputs, times).words;
        const std::uint32_t values = std::max(1u, plan(rung, task).hostValues);
        std::uint64_t result = elementAt(task.op, words, 0);
        for (std::uint32_t i = 1; i < values; ++i)
            result = combine(task.op, result, elementAt(task.op, words, i));
        return result;
    }

    // An operation errs by at most half an ulp of its result. Of a sum of positive values only those on the way of an
    // element count, log2(count) in a tree, and before it those of its lane. Of a product all of them count.
    static double boundOf(const Task& task)
    {
        if (!task.op.rounds())
            return 0.0;
        const double operations = std::log2(double(task.count) + 1.0) + 32.0;
        return (task.op.function == Function::Sum ? operations : double(task.count)) * 0x1p-24;
    }

    void expectRight(const Rung& rung, const Task& task, const Inputs& inputs, std::uint32_t times = 1)
    {
        const Exact exact = reduceExactly(task.op, inputs.elements, task.count);
        EXPECT_LE(relativeError(task.op, resultOf(rung, task, inputs, times), exact), boundOf(task))
            << rung.name << ", " << nameOf(task.op) << ", groups of " << task.groupSize << ", " << task.count;
    }

    void expectAllRight(const Operator& op, std::uint32_t groupSize, std::uint32_t count, std::uint32_t times = 1)
    {
        const Inputs inputs = inputsOf(op, count);
        for (const Rung& rung : rungsOf(Algorithm::Reduce))
            expectRight(rung, reductionOf(op, groupSize, count), inputs, times);
    }

    static Inputs inputsOf(const Operator& op, std::uint32_t count)
    {
        return {makeElements(op, Values::Random, std::size_t{op.words()} * count), {}, Words(16)};
    }

    // All operators of all types.
    template <typename Use>
    static void forEachOperator(Use&& use)
    {
        for (const Type type : {Type::Float, Type::Int, Type::Uint, Type::Uint64})
            for (std::uint32_t function = 0; function <= std::uint32_t(Function::Xor); ++function)
                if (const Operator op{type, Function(function)}; op.exists())
                    use(op);
    }
};

// 1 + 2 + ... + 100, and the text's own 1 + 2 + 3 + 4 = 10.
TEST_F(LabLadder, AddsNumbersThatEverybodyKnows)
{
    Inputs inputs{Words(100), {}, Words(16)};
    for (std::uint32_t i = 0; i < 100; ++i)
        inputs.elements[i] = std::bit_cast<std::uint32_t>(float(i + 1));
    for (const Rung& rung : rungsOf(Algorithm::Reduce))
        for (const auto& [count, sum] : {std::pair{100u, 5050.0f}, {4u, 10.0f}})
            EXPECT_EQ(std::bit_cast<float>(std::uint32_t(resultOf(rung, reductionOf({}, 64, count), inputs))), sum)
                << rung.name;
}

TEST_F(LabLadder, EveryRungAndCountEqualsTheOracle)
{
    for (const std::uint32_t count : kCounts)
        expectAllRight({}, 64, count);
}

// The texts' other groups.
TEST_F(LabLadder, FullGroupSizes)
{
    for (const std::uint32_t size : {16u, 32u, 128u, 256u, 512u, 1024u})
        if (size <= m_lab.maxGroupSize())
            expectAllRight({}, size, 65537);
}

// Each operator and each type once, on two rungs that have all forms of an operator: of one value and of four, by an
// atomic and by the built-in reduction. FullOperatorsAndTypes has all pairs on all rungs.
TEST_F(LabLadder, EveryOperatorAndTypeEqualsTheOracle)
{
    for (const Operator op : {Operator{Type::Float, Function::Product},
                              {Type::Float, Function::Min},
                              {Type::Int, Function::Max},
                              {Type::Uint, Function::And},
                              {Type::Uint, Function::Or},
                              {Type::Uint, Function::Xor},
                              {Type::Uint64, Function::Sum}})
    {
        const Inputs inputs = inputsOf(op, 5003);
        for (const Rung& rung : rungsOf(Algorithm::Reduce))
            if (rung.name == "atomic" || rung.name == "vectorized")
                expectRight(rung, reductionOf(op, 64, 5003), inputs);
    }
}

TEST_F(LabLadder, FullOperatorsAndTypes)
{
    forEachOperator([this](const Operator& op) { expectAllRight(op, 64, 5003); });
}

// Carries of 64-bit sums go over all words: of an atomic, of a shuffle, of the built-in sum and of vectors, which each
// have a form of their own. FullOperatorsAndTypes has all rungs.
TEST_F(LabLadder, PairsCarry)
{
    const Operator op{Type::Uint64, Function::Sum};
    const Inputs inputs{Words(10'000, ~0u), {}, Words(16)};
    for (const std::size_t rung : {7, 9, 10, 12})
        EXPECT_EQ(resultOf(rungsOf(Algorithm::Reduce)[rung], reductionOf(op, 64, 5000), inputs), std::uint64_t(-5000))
            << rungsOf(Algorithm::Reduce)[rung].name;
}

// 65536 groups, which are more than a grid's side has, of the rungs that do not have a fixed number of them.
TEST_F(LabLadder, ManyElementsEqualTheOracle)
{
    const Inputs inputs = inputsOf({}, 1u << 20);
    for (const std::size_t rung : {0, 1, 2, 3, 4, 5, 8, 11})
        expectRight(rungsOf(Algorithm::Reduce)[rung], reductionOf({}, 16, 1u << 20), inputs);
}

// What the last group of one dispatch leaves behind must be right for the next, and a result that is not cleared is
// wrong.
TEST_F(LabLadder, ReducesAgainAndAgain)
{
    expectAllRight({}, 64, 65537, 3);
}

// Its tree is that of a pairwise sum, whatever the groups and the subgroups are.
TEST_F(LabLadder, ButterflyHasTheBitsOfAPairwiseSum)
{
    const Rung& butterfly = rungsOf(Algorithm::Reduce)[11];
    const Inputs inputs{makeElements({}, Values::Random, 1u << 17), {}, Words(16)};
    for (const std::uint32_t size : {16u, 64u, 1024u})
        for (const std::uint32_t count : {1u, 1000u, 65537u})
        {
            const Task task = reductionOf({}, std::min(size, m_lab.maxGroupSize()), count);
            EXPECT_EQ(resultOf(butterfly, task, inputs), reducePairwise({}, inputs.elements, count))
                << size << ", " << count;
        }
}

// As one of the texts warns, small values vanish beside a large sum. In a tree they meet each other first.
TEST_F(LabLadder, SmallValuesVanishInASerialSumAlone)
{
    constexpr std::uint32_t kCount = 1u << 20;
    const Words elements = makeElements({}, Values::SmallAmongLarge, kCount);
    const Exact exact = reduceExactly({}, elements, kCount);
    const double tree = relativeError({}, reducePairwise({}, elements, kCount), exact);
    EXPECT_LT(tree, 20 * 0x1p-24); // log2 of the count, in half ulps
    EXPECT_GT(relativeError({}, reduceSerially({}, elements, kCount), exact), 10 * tree);
}

} // namespace
} // namespace pn::lab
