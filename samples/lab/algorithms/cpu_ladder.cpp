#include "lab/algorithms/cpu_ladder.h"

#include "core/parallel.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>

namespace pn::lab {
namespace {

using Words = std::span<const std::uint32_t>;

constexpr std::size_t kAccumulators = 64;
constexpr std::size_t kPartWords = 1u << 18; // of a thread's task
constexpr std::size_t kLeaf = 64;            // elements

using Minimum = decltype(std::ranges::min);
using Maximum = decltype(std::ranges::max);

// An operator on the values that it is for. Pairs of words lie in memory as 64-bit words do.
template <typename T, typename Function>
struct Operation
{
    using Value = T;

    static constexpr std::size_t kWords = sizeof(T) / sizeof(std::uint32_t); // of an element

    static T load(Words words, std::size_t i)
    {
        T value;
        std::memcpy(&value, &words[i * kWords], sizeof(T));
        return value;
    }

    static T neutral(Operator op)
    {
        const std::uint32_t words[2] = {identity(op), identity(op)};
        return load(words, 0);
    }

    static std::uint64_t bits(T value)
    {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof(T));
        return bits;
    }

    static T combine(T a, T b) { return Function()(a, b); }
};

// Calls work with the Operation of op, so that its loops are compiled for each.
template <typename Work>
std::uint64_t withOperation(Operator op, Work&& work)
{
    using Uint = std::uint32_t;
    switch (op)
    {
    case Operator::SumFloat: return work(Operation<float, std::plus<float>>());
    case Operator::MinFloat: return work(Operation<float, Minimum>());
    case Operator::MaxFloat: return work(Operation<float, Maximum>());
    case Operator::ProductFloat: return work(Operation<float, std::multiplies<float>>());
    case Operator::SumUint: return work(Operation<Uint, std::plus<Uint>>());
    case Operator::MinUint: return work(Operation<Uint, Minimum>());
    case Operator::MaxUint: return work(Operation<Uint, Maximum>());
    case Operator::And: return work(Operation<Uint, std::bit_and<Uint>>());
    case Operator::Or: return work(Operation<Uint, std::bit_or<Uint>>());
    case Operator::SumUint64: return work(Operation<std::uint64_t, std::plus<std::uint64_t>>());
    default: return work(Operation<Uint, std::bit_xor<Uint>>());
    }
}

std::uint64_t reduceSerial(Operator op, Words words, std::uint32_t)
{
    return withOperation(op, [&]<typename Op>(Op) {
        auto value = Op::neutral(op);
        for (std::size_t i = 0; i < words.size() / Op::kWords; ++i)
            value = Op::combine(value, Op::load(words, i));
        return Op::bits(value);
    });
}

// Neighbours, then neighbours' neighbours, over a leaf that is filled up with the identity.
template <typename Op>
typename Op::Value reduceLeaf(Words words, typename Op::Value neutral)
{
    std::array<typename Op::Value, kLeaf> values;
    for (std::size_t i = 0; i < kLeaf; ++i)
        values[i] = i < words.size() / Op::kWords ? Op::load(words, i) : neutral;
    for (std::size_t width = kLeaf / 2; width > 0; width /= 2)
        for (std::size_t i = 0; i < width; ++i)
            values[i] = Op::combine(values[2 * i], values[2 * i + 1]);
    return values[0];
}

// The tree over all leaves as a stack of sums: after leaf i come as many additions as i ends in ones.
std::uint64_t reducePairwise(Operator op, Words words, std::uint32_t)
{
    return withOperation(op, [&]<typename Op>(Op) {
        constexpr std::size_t kLeafWords = kLeaf * Op::kWords;
        const auto neutral = Op::neutral(op);
        std::array<typename Op::Value, 64> stack{};
        std::uint64_t leaves = 0;
        for (std::size_t i = 0; i < words.size(); i += kLeafWords, ++leaves)
        {
            auto value = reduceLeaf<Op>(words.subspan(i, std::min(kLeafWords, words.size() - i)), neutral);
            std::size_t level = 0;
            for (; (leaves >> level & 1) != 0; ++level)
                value = Op::combine(stack[level], value);
            stack[level] = value;
        }
        auto result = neutral;
        for (std::size_t level = 0; leaves >> level != 0; ++level) // what is missing to the right is the identity
            if ((leaves >> level & 1) != 0)
                result = Op::combine(stack[level], result);
        return Op::bits(result);
    });
}

template <typename Op>
typename Op::Value reduceSideBySide(Words words, typename Op::Value neutral)
{
    const std::size_t count = words.size() / Op::kWords;
    std::array<typename Op::Value, kAccumulators> values;
    values.fill(neutral);
    std::size_t i = 0;
    for (; i + kAccumulators <= count; i += kAccumulators)
        for (std::size_t k = 0; k < kAccumulators; ++k)
            values[k] = Op::combine(values[k], Op::load(words, i + k));
    for (std::size_t k = 0; i + k < count; ++k)
        values[k] = Op::combine(values[k], Op::load(words, i + k));
    for (std::size_t width = kAccumulators / 2; width > 0; width /= 2)
        for (std::size_t k = 0; k < width; ++k)
            values[k] = Op::combine(values[k], values[k + width]);
    return values[0];
}

std::uint64_t reduceVectorized(Operator op, Words words, std::uint32_t)
{
    return withOperation(op, [&]<typename Op>(Op) { return Op::bits(reduceSideBySide<Op>(words, Op::neutral(op))); });
}

std::uint64_t reduceThreaded(Operator op, Words words, std::uint32_t threadCount)
{
    const std::size_t parts = (words.size() + kPartWords - 1) / kPartWords;
    std::vector<std::uint32_t> partials(parts * wordsOf(op));
    parallelFor(threadCount, parts, [&](std::uint32_t, std::size_t i) {
        const std::size_t at = i * kPartWords;
        const std::uint64_t part = reduceVectorized(op, words.subspan(at, std::min(kPartWords, words.size() - at)), 1);
        std::memcpy(&partials[i * wordsOf(op)], &part, wordsOf(op) * sizeof(std::uint32_t));
    });
    return reduceVectorized(op, partials, 1);
}

constexpr CpuRung kCpuRungs[] = {
    {"serial", false, reduceSerial},
    {"pairwise", false, reducePairwise},
    {"vectorized", false, reduceVectorized},
    {"threaded", true, reduceThreaded},
};

} // namespace

std::span<const CpuRung> cpuRungs()
{
    return kCpuRungs;
}

} // namespace pn::lab
