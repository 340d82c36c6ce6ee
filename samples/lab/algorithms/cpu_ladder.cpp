#include "lab/algorithms/cpu_ladder.h"

#include "core/parallel.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace pn::lab {
namespace {

using Words = std::span<const std::uint32_t>;

constexpr std::size_t kAccumulators = 64;
constexpr std::size_t kPartWords = 1u << 18; // of a thread's task
constexpr std::size_t kLeaf = 64;            // elements

// The values that an operator adds. Pairs of words lie in memory as 64-bit words do.
template <typename T>
struct Elements
{
    using Value = T;

    static constexpr std::size_t kWords = sizeof(T) / sizeof(std::uint32_t); // of an element

    static T load(Words words, std::size_t i)
    {
        T value;
        std::memcpy(&value, &words[i * kWords], sizeof(T));
        return value;
    }

    static std::uint64_t bits(T value)
    {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof(T));
        return bits;
    }
};

// Calls work with the Elements of op, so that its loops are compiled for each.
template <typename Work>
std::uint64_t withElements(Operator op, Work&& work)
{
    switch (op)
    {
    case Operator::SumFloat: return work(Elements<float>());
    case Operator::SumUint: return work(Elements<std::uint32_t>());
    default: return work(Elements<std::uint64_t>());
    }
}

std::uint64_t reduceSerial(Operator op, Words words, std::uint32_t)
{
    return withElements(op, [&]<typename E>(E) {
        typename E::Value value{};
        for (std::size_t i = 0; i < words.size() / E::kWords; ++i)
            value = value + E::load(words, i);
        return E::bits(value);
    });
}

// Neighbours, then neighbours' neighbours, over a leaf that is filled up with 0.
template <typename E>
typename E::Value reduceLeaf(Words words)
{
    std::array<typename E::Value, kLeaf> values{};
    for (std::size_t i = 0; i < words.size() / E::kWords; ++i)
        values[i] = E::load(words, i);
    for (std::size_t width = kLeaf / 2; width > 0; width /= 2)
        for (std::size_t i = 0; i < width; ++i)
            values[i] = values[2 * i] + values[2 * i + 1];
    return values[0];
}

// The tree over all leaves as a stack of sums: after leaf i come as many additions as i ends in ones.
std::uint64_t reducePairwise(Operator op, Words words, std::uint32_t)
{
    return withElements(op, [&]<typename E>(E) {
        constexpr std::size_t kLeafWords = kLeaf * E::kWords;
        std::array<typename E::Value, 64> stack{};
        std::uint64_t leaves = 0;
        for (std::size_t i = 0; i < words.size(); i += kLeafWords, ++leaves)
        {
            auto value = reduceLeaf<E>(words.subspan(i, std::min(kLeafWords, words.size() - i)));
            std::size_t level = 0;
            for (; (leaves >> level & 1) != 0; ++level)
                value = stack[level] + value;
            stack[level] = value;
        }
        typename E::Value result{};
        for (std::size_t level = 0; leaves >> level != 0; ++level) // what is missing to the right is 0
            if ((leaves >> level & 1) != 0)
                result = stack[level] + result;
        return E::bits(result);
    });
}

template <typename E>
typename E::Value reduceSideBySide(Words words)
{
    const std::size_t count = words.size() / E::kWords;
    std::array<typename E::Value, kAccumulators> values{};
    std::size_t i = 0;
    for (; i + kAccumulators <= count; i += kAccumulators)
        for (std::size_t k = 0; k < kAccumulators; ++k)
            values[k] += E::load(words, i + k);
    for (std::size_t k = 0; i + k < count; ++k)
        values[k] += E::load(words, i + k);
    for (std::size_t width = kAccumulators / 2; width > 0; width /= 2)
        for (std::size_t k = 0; k < width; ++k)
            values[k] += values[k + width];
    return values[0];
}

std::uint64_t reduceVectorized(Operator op, Words words, std::uint32_t)
{
    return withElements(op, [&]<typename E>(E) { return E::bits(reduceSideBySide<E>(words)); });
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
