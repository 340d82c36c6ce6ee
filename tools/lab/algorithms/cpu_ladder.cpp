#include "lab/algorithms/cpu_ladder.h"

#include "core/cpu/parallel.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>

namespace pn::lab {
namespace {

using Words = std::span<const std::uint32_t>;

constexpr std::size_t kAccumulators = 64;
constexpr std::size_t kPartWords = 1u << 18; // of a thread's task
constexpr std::size_t kLeafWords = 64;

template <typename T>
struct Minimum
{
    T operator()(T a, T b) const { return b < a ? b : a; }
};

template <typename T>
struct Maximum
{
    T operator()(T a, T b) const { return a < b ? b : a; }
};

// An operator on the values that it is for.
template <typename T, typename Function>
struct Operation
{
    using Value = T;

    static T load(std::uint32_t word) { return std::bit_cast<T>(word); }
    static T combine(T a, T b) { return Function()(a, b); }
};

// Calls work with the Operation of op, so that its loops are compiled for each.
template <typename Work>
std::uint32_t withOperation(Operator op, Work&& work)
{
    using Uint = std::uint32_t;
    switch (op)
    {
    case Operator::SumFloat: return work(Operation<float, std::plus<float>>());
    case Operator::MinFloat: return work(Operation<float, Minimum<float>>());
    case Operator::MaxFloat: return work(Operation<float, Maximum<float>>());
    case Operator::ProductFloat: return work(Operation<float, std::multiplies<float>>());
    case Operator::SumUint: return work(Operation<Uint, std::plus<Uint>>());
    case Operator::MinUint: return work(Operation<Uint, Minimum<Uint>>());
    case Operator::MaxUint: return work(Operation<Uint, Maximum<Uint>>());
    case Operator::And: return work(Operation<Uint, std::bit_and<Uint>>());
    case Operator::Or: return work(Operation<Uint, std::bit_or<Uint>>());
    default: return work(Operation<Uint, std::bit_xor<Uint>>());
    }
}

std::uint32_t reduceSerial(Operator op, Words words, std::uint32_t)
{
    return withOperation(op, [&]<typename Op>(Op) {
        auto value = Op::load(identity(op));
        for (const std::uint32_t word : words)
            value = Op::combine(value, Op::load(word));
        return std::bit_cast<std::uint32_t>(value);
    });
}

// Neighbours, then neighbours' neighbours, over a leaf that is filled up with the identity.
template <typename Op>
typename Op::Value reduceLeaf(Words words, typename Op::Value neutral)
{
    std::array<typename Op::Value, kLeafWords> values;
    for (std::size_t i = 0; i < kLeafWords; ++i)
        values[i] = i < words.size() ? Op::load(words[i]) : neutral;
    for (std::size_t width = kLeafWords / 2; width > 0; width /= 2)
        for (std::size_t i = 0; i < width; ++i)
            values[i] = Op::combine(values[2 * i], values[2 * i + 1]);
    return values[0];
}

// The tree over all leaves as a stack of sums: after leaf i come as many additions as i ends in ones.
std::uint32_t reducePairwise(Operator op, Words words, std::uint32_t)
{
    return withOperation(op, [&]<typename Op>(Op) {
        const auto neutral = Op::load(identity(op));
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
        return std::bit_cast<std::uint32_t>(result);
    });
}

template <typename Op>
typename Op::Value reduceSideBySide(Words words, typename Op::Value neutral)
{
    std::array<typename Op::Value, kAccumulators> values;
    values.fill(neutral);
    std::size_t i = 0;
    for (; i + kAccumulators <= words.size(); i += kAccumulators)
        for (std::size_t k = 0; k < kAccumulators; ++k)
            values[k] = Op::combine(values[k], Op::load(words[i + k]));
    for (std::size_t k = 0; i + k < words.size(); ++k)
        values[k] = Op::combine(values[k], Op::load(words[i + k]));
    for (std::size_t width = kAccumulators / 2; width > 0; width /= 2)
        for (std::size_t k = 0; k < width; ++k)
            values[k] = Op::combine(values[k], values[k + width]);
    return values[0];
}

std::uint32_t reduceVectorized(Operator op, Words words, std::uint32_t)
{
    return withOperation(op, [&]<typename Op>(Op) {
        return std::bit_cast<std::uint32_t>(reduceSideBySide<Op>(words, Op::load(identity(op))));
    });
}

std::uint32_t reduceThreaded(Operator op, Words words, std::uint32_t threadCount)
{
    std::vector<std::uint32_t> partials((words.size() + kPartWords - 1) / kPartWords);
    parallelFor(threadCount, partials.size(), [&](std::uint32_t, std::size_t i) {
        const std::size_t at = i * kPartWords;
        partials[i] = reduceVectorized(op, words.subspan(at, std::min(kPartWords, words.size() - at)), 1);
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
