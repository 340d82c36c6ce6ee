#include "lab/algorithms/values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

namespace pn::lab {
namespace {

template <typename Make>
Words makeBlock(std::size_t count, std::uint32_t seed, Make&& make)
{
    Words words(count);
    std::mt19937 random(seed);
    std::generate(words.begin(), words.end(), [&] { return std::uint32_t(make(std::uint32_t(random()))); });
    return words;
}

std::uint32_t bitsOf(float value)
{
    return std::bit_cast<std::uint32_t>(value);
}

float unitFloat(std::uint32_t word)
{
    return float(word >> 8) * 0x1p-24f;
}

std::uint32_t makeFloat(const Operator& op, Values values, std::uint32_t word)
{
    if (op.function == Function::Product) // near 1, or it overflows
        return bitsOf(1.0f + (unitFloat(word) - 0.5f) * 0x1p-11f);
    const bool isLarge = values == Values::SmallAmongLarge && word % 1024 == 0;
    return bitsOf(isLarge ? 0x1p20f * (1.0f + unitFloat(word)) : unitFloat(word));
}

std::uint32_t makeInteger(const Operator& op, std::uint32_t word)
{
    const std::uint32_t rare = (word & 0xfffu) == 0 ? 1u << (word >> 12 & 31u) : 0u; // so that not all bits go at once
    switch (op.function)
    {
    case Function::Product: return word | 1u; // a product of even numbers is soon 0
    case Function::And: return ~rare;
    case Function::Or: return rare;
    default: return word;
    }
}

} // namespace

Words makeElements(const Operator& op, Values values, std::size_t words)
{
    return makeBlock(words, 1, [&](std::uint32_t word) {
        return op.type == Type::Float ? makeFloat(op, values, word) : makeInteger(op, word);
    });
}

Words makeMarks(double probability, std::size_t words)
{
    return makeBlock(words, 3, [&](std::uint32_t word) { return double(word) < probability * 0x1p32 ? 1u : 0u; });
}

Words makeTexels(std::size_t words)
{
    return makeBlock(words, 1, [](std::uint32_t word) { return (word & 0x2fff2fffu) + 0x20002000u; });
}

Words makeOffsets(Lengths lengths, std::uint64_t elements)
{
    std::mt19937 random(2);
    Words offsets = {0};
    while (offsets.back() < elements)
    {
        const auto word = std::uint32_t(random());
        const std::uint64_t length =
            lengths == Lengths::Uniform ? 1 + (word >> 20) : std::uint64_t(std::exp2(12.0 * double(word) * 0x1p-32));
        offsets.push_back(std::uint32_t(std::min<std::uint64_t>(elements, offsets.back() + length)));
    }
    return offsets;
}

Words repeated(std::span<const std::uint32_t> block, std::uint64_t words)
{
    Words all(words);
    for (std::size_t i = 0; i < words; ++i)
        all[i] = block[i % block.size()];
    return all;
}

} // namespace pn::lab
