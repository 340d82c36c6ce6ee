// Every histogram kernel counts what an oracle counts, in one range of bins or in several.
#include "lab/algorithm_lab.h"

#include "lab/algorithms/histogram.h"

namespace pn::lab {
namespace {

using testing::Words;

enum class Filling
{
    Random,
    OneValue,
    FewValues
};

// Half floats of all kinds: denormal, negative, infinite and NaN ones too.
Words makeTexels(std::uint32_t count, Filling filling)
{
    std::mt19937 random(3);
    Words words(std::size_t{2} * count);
    for (std::size_t i = 0; i < words.size(); ++i)
        words[i] = filling == Filling::Random     ? std::uint32_t(random())
                   : filling == Filling::OneValue ? 0x3d553d55u
                                                  : 0x31553155u + 0x08000800u * (random() % 3 == 0);
    return words;
}

double halfValue(std::uint32_t bits)
{
    const int exponent = int(bits >> 10 & 31), mantissa = int(bits & 1023);
    if (exponent == 31 && mantissa != 0)
        return 0.0; // NaN
    const double magnitude = exponent == 31  ? 65504.0
                             : exponent == 0 ? std::ldexp(mantissa, -24)
                                             : std::ldexp(1024 + mantissa, exponent - 25);
    return (bits & 0x8000u) != 0 ? 0.0 : magnitude;
}

// The definition: 64 octaves from 2^-32 on, each cut into equal steps. A luminance so near to an edge that rounding a
// float decides is not asked about.
std::optional<std::uint32_t> oracleBin(std::uint32_t binBits, const std::uint32_t* element)
{
    const double luminance = 0.2126 * halfValue(element[0] & 0xffffu) + 0.7152 * halfValue(element[0] >> 16) +
                             0.0722 * halfValue(element[1] & 0xffffu);
    const auto binOf = [&](double value) -> std::uint32_t {
        if (value < 0x1p-32)
            return 0;
        int exponent = 0;
        const double fraction = 2.0 * std::frexp(value, &exponent) - 1.0; // 0 to 1 within the octave
        const double binCount = double(1u << binBits), steps = binCount / 64.0;
        const double bin = std::floor((double(exponent + 31) + fraction) * steps);
        return std::uint32_t(std::min(bin, binCount - 1.0));
    };
    constexpr double kRounding = 4 * 0x1p-24; // three products and two sums
    const std::uint32_t low = binOf(luminance * (1.0 - kRounding)), high = binOf(luminance * (1.0 + kRounding));
    return low == high ? std::optional(low) : std::nullopt;
}

// Bins within what the oracle leaves open.
void expectOracle(std::uint32_t binBits, const Words& words, const Words& bins)
{
    Words least(std::size_t{1} << binBits);
    std::uint32_t open = 0, total = 0;
    for (std::size_t i = 0; i < words.size(); i += 2)
        if (const auto bin = oracleBin(binBits, &words[i]))
            ++least[*bin];
        else
            ++open;
    for (std::uint32_t i = 0; i < bins.size(); ++i)
    {
        total += bins[i];
        ASSERT_GE(bins[i], least[i]) << "bin " << i;
        ASSERT_LE(bins[i], least[i] + open) << "bin " << i;
    }
    EXPECT_EQ(total, words.size() / 2);
    EXPECT_LE(open, 2 + words.size() / 2 / 100);
}

class Histogram : public testing::AlgorithmLab
{
protected:
    static void compare(const Rung& rung, std::uint32_t binBits, std::uint32_t count, Filling filling,
                        std::uint32_t sharedBytes = 16384)
    {
        SCOPED_TRACE(std::string(rung.name) + ", " + std::to_string(1u << binBits) + " bins, " + std::to_string(count) +
                     " elements");
        ASSERT_EQ(device().whyUnsupported(rung), "");
        const Words words = makeTexels(count, filling);
        const Words expected = histogramOnCpu(binBits, words);
        expectOracle(binBits, words, expected);
        const auto results =
            run(planHistogram(rung, binBits, count, {256, sharedBytes}), {words, Words(std::size_t{1} << binBits, 7u)});
        PN_EXPECT_SAME_WORDS(results[1], expected);
    }
};

TEST_F(Histogram, EveryRungCountsWhatTheOracleCounts)
{
    for (const Rung& rung : rungsOf(Algorithm::Histogram))
        for (const std::uint32_t count : {0u, 1u, 3u, 5u, 257u, 65537u})
            compare(rung, 8, count, Filling::Random);
}

TEST_F(Histogram, CountsOneColourAndFewColours)
{
    for (const Rung& rung : rungsOf(Algorithm::Histogram))
        for (const Filling filling : {Filling::OneValue, Filling::FewValues})
            compare(rung, 8, 65537, filling);
}

// 4096 bins of 4 bytes are what 16 KiB hold; 65536 take 16 ranges of them.
TEST_F(Histogram, CountsInSeveralRangesOfBins)
{
    for (const Rung& rung : rungsOf(Algorithm::Histogram))
        for (const std::uint32_t binBits : {12u, 16u})
            compare(rung, binBits, 20001, Filling::Random);
    compare(*findRung(Algorithm::Histogram, "shared"), 12, 20001, Filling::Random, 4096);
}

} // namespace
} // namespace pn::lab
