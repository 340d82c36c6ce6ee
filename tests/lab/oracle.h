#pragma once

#include "lab/algorithms/operators.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace pn::testing {

inline constexpr std::uint32_t kCounts[] = {0,   1,   2,   3,    31,    32,       33,
                                            255, 256, 257, 1000, 65537, 1u << 20, (1u << 24) + 13};
inline constexpr std::uint32_t kMaxCount = (1u << 24) + 13;

inline constexpr lab::Operator kOperators[] = {
    lab::Operator::SumFloat, lab::Operator::MinFloat, lab::Operator::MaxFloat, lab::Operator::ProductFloat,
    lab::Operator::SumUint,  lab::Operator::MinUint,  lab::Operator::MaxUint,  lab::Operator::And,
    lab::Operator::Or,       lab::Operator::Xor,      lab::Operator::SumUint64};

// Elements whose result no rounding blurs, or hardly: floats of both signs for a sum; +-1 and a hundred factors of 2 or
// 1/2 for a product, which is exact in any order; words that leave something for "and" and "or" to find late. Pairs are
// random, so every other addition carries.
inline std::vector<std::uint32_t> makeElements(lab::Operator op, std::uint32_t count)
{
    std::mt19937 random(7 + std::uint32_t(op));
    std::vector<std::uint32_t> words(std::size_t{count} * lab::wordsOf(op));
    const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        const auto word = std::uint32_t(random());
        switch (op)
        {
        case lab::Operator::SumFloat:
        case lab::Operator::MinFloat:
        case lab::Operator::MaxFloat: words[i] = bits((float(word >> 8) + 0.5f - 0x1p23f) * 0x1p-20f); break;
        case lab::Operator::ProductFloat: words[i] = bits((word & 1) != 0 ? -1.0f : 1.0f); break;
        case lab::Operator::And: words[i] = ~(std::uint32_t(word % 1000 == 0) << (word >> 27)); break;
        case lab::Operator::Or: words[i] = std::uint32_t(word % 1000 == 0) << (word >> 27); break;
        default: words[i] = word; break;
        }
    }
    for (std::uint32_t i = 0; op == lab::Operator::ProductFloat && i < 100; ++i)
        words[i < 20 ? i : random() % count] = bits(i % 3 != 0 ? 2.0f : -0.5f);
    return words;
}

// What the first count elements come to, one after the other: floats in double precision.
struct Expected
{
    std::uint64_t bits = 0; // what an exact operator must give
    double sum = 0.0;       // what a float sum must come close to
    double magnitude = 0.0; // the sum of all |x|
};

class Oracle
{
public:
    explicit Oracle(lab::Operator op) : m_operator(op) { m_expected.bits = start(op); }

    void add(std::uint64_t element)
    {
        ++m_count;
        std::uint64_t& bits = m_expected.bits;
        const auto word = std::uint32_t(element);
        const float value = std::bit_cast<float>(word), so_far = std::bit_cast<float>(std::uint32_t(bits));
        switch (m_operator)
        {
        case lab::Operator::SumFloat:
            m_expected.sum += double(value);
            m_expected.magnitude += std::abs(double(value));
            break;
        case lab::Operator::MinFloat: bits = value < so_far ? word : bits; break;
        case lab::Operator::MaxFloat: bits = value > so_far ? word : bits; break;
        case lab::Operator::ProductFloat: bits = std::bit_cast<std::uint32_t>(so_far * value); break;
        case lab::Operator::SumUint: bits = std::uint32_t(bits) + word; break;
        case lab::Operator::MinUint: bits = word < bits ? word : bits; break;
        case lab::Operator::MaxUint: bits = word > bits ? word : bits; break;
        case lab::Operator::And: bits &= word; break;
        case lab::Operator::Or: bits |= word; break;
        case lab::Operator::Xor: bits ^= word; break;
        case lab::Operator::SumUint64: bits += element; break;
        }
    }

    const Expected& expected() const { return m_expected; }

    // Whether that may come of the elements in another order than one after the other. A float sum rounds each partial
    // sum on an element's way: within a tile of 4096 at most 4 in a vector and one per level of trees, then one per
    // tile or row. Each rounding is at most half an ulp of the sum of all |x|.
    bool accepts(std::uint32_t result) const
    {
        if (m_operator != lab::Operator::SumFloat)
            return result == m_expected.bits;
        const double roundings = 40.0 + double(m_count) / 1024.0;
        return std::abs(double(std::bit_cast<float>(result)) - m_expected.sum) <=
               roundings * 0x1p-24 * m_expected.magnitude;
    }

private:
    static std::uint32_t start(lab::Operator op)
    {
        switch (op)
        {
        case lab::Operator::MinFloat: return std::bit_cast<std::uint32_t>(INFINITY);
        case lab::Operator::MaxFloat: return std::bit_cast<std::uint32_t>(-INFINITY);
        case lab::Operator::ProductFloat: return std::bit_cast<std::uint32_t>(1.0f);
        case lab::Operator::MinUint:
        case lab::Operator::And: return 0xffffffffu;
        default: return 0;
        }
    }

    lab::Operator m_operator;
    Expected m_expected;
    std::size_t m_count = 0;
};

// Of the first counts[0], counts[1], ... elements; counts rowPosition.
inline std::vector<Expected> expectPrefixes(lab::Operator op, std::span<const std::uint32_t> words,
                                            std::span<const std::uint32_t> counts)
{
    Oracle oracle(op);
    std::vector<Expected> result;
    std::uint32_t done = 0;
    const auto element = [&](std::uint32_t i) {
        return lab::wordsOf(op) == 2 ? std::uint64_t{words[2 * i + 1]} << 32 | words[2 * i] : words[i];
    };
    for (const std::uint32_t count : counts)
    {
        for (; done < count; ++done)
            oracle.add(element(done));
        result.push_back(oracle.expected());
    }
    return result;
}

// A float sum as a tree errs by at most half an ulp of each partial sum on the way, log2(count) of them for each
// element; everything else is exact.
inline void expectResult(lab::Operator op, const Expected& expected, std::uint32_t count, std::uint64_t result)
{
    if (op != lab::Operator::SumFloat)
    {
        EXPECT_EQ(result, expected.bits);
        return;
    }
    const double tolerance = std::log2(double(count) + 1.0) * 0x1p-23 * expected.magnitude;
    EXPECT_NEAR(double(std::bit_cast<float>(std::uint32_t(result))), expected.sum, tolerance);
}

} // namespace pn::testing
