#pragma once

#include "lab/algorithms/operators.h"

#include <gtest/gtest.h>

#include <algorithm>
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

inline constexpr lab::Operator kOperators[] = {lab::Operator::SumFloat, lab::Operator::SumUint,
                                               lab::Operator::SumUint64};

// Floats of both signs, whose sum rounding hardly blurs, or any words. Pairs are random, so every other addition
// carries.
inline std::vector<std::uint32_t> makeElements(lab::Operator op, std::uint32_t count)
{
    std::mt19937 random(7 + std::uint32_t(op));
    std::vector<std::uint32_t> words(std::size_t{count} * lab::wordsOf(op));
    for (std::uint32_t& word : words)
    {
        word = std::uint32_t(random());
        if (op == lab::Operator::SumFloat)
            word = std::bit_cast<std::uint32_t>((float(word >> 8) + 0.5f - 0x1p23f) * 0x1p-20f);
    }
    return words;
}

// The sum of neighbours, then of neighbours' neighbours, over floats that are filled up with 0; as bits.
inline std::uint32_t pairwiseSum(std::span<const std::uint32_t> words)
{
    std::vector<float> values(std::bit_ceil(words.size()));
    std::transform(words.begin(), words.end(), values.begin(),
                   [](std::uint32_t word) { return std::bit_cast<float>(word); });
    for (std::size_t width = values.size() / 2; width > 0; width /= 2)
        for (std::size_t i = 0; i < width; ++i)
            values[i] = values[2 * i] + values[2 * i + 1];
    return std::bit_cast<std::uint32_t>(values[0]);
}

// What the first count elements come to, one after the other: floats in double precision.
struct Expected
{
    std::uint64_t bits = 0; // what a sum of words must give
    double sum = 0.0;       // what a float sum must come close to
    double magnitude = 0.0; // the sum of all |x|
};

class Oracle
{
public:
    explicit Oracle(lab::Operator op) : m_operator(op) {}

    void add(std::uint64_t element)
    {
        std::uint64_t& bits = m_expected.bits;
        const auto word = std::uint32_t(element);
        switch (m_operator)
        {
        case lab::Operator::SumFloat:
            m_expected.sum += double(std::bit_cast<float>(word));
            m_expected.magnitude += std::abs(double(std::bit_cast<float>(word)));
            break;
        case lab::Operator::SumUint: bits = std::uint32_t(bits) + word; break;
        case lab::Operator::SumUint64: bits += element; break;
        }
    }

    const Expected& expected() const { return m_expected; }

private:
    lab::Operator m_operator;
    Expected m_expected;
};

// Of the first counts[0], counts[1], ... elements; counts rise.
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
