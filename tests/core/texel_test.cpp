#include "core/kernel/exact_texels.h"
#include "core/kernel/simd_target.h"
#include "core/kernel/texel_bits.h"
#include "support/decode.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace pn {
namespace {

template <typename T>
RgbBits decodeBits(PnFormat format, const T& texel)
{
    return decodeTexel(format, reinterpret_cast<const std::byte*>(&texel));
}

void expectSame(std::uint32_t actual, float expected, std::uint32_t word)
{
    if (std::isnan(expected))
        ASSERT_GT(actual & 0x7fffffffu, 0x7f800000u) << std::hex << word;
    else
        ASSERT_EQ(actual, std::bit_cast<std::uint32_t>(expected)) << std::hex << word;
}

TEST(Decode, EveryHalfIsItsDefinition)
{
    for (std::uint32_t half = 0; half < 65536; ++half)
    {
        const std::array<std::uint16_t, 4> texel = {std::uint16_t(half), 0x3c00, std::uint16_t(half ^ 0x8000u), 0x7e00};
        const RgbBits bits = decodeBits(PN_FORMAT_RGBA16F, texel);
        expectSame(bits[0], testing::decodeHalf(half), half);
        expectSame(bits[1], 1.0f, half);
        expectSame(bits[2], testing::decodeHalf(half ^ 0x8000u), half);
    }
}

TEST(Decode, EveryFieldOfR11g11b10fIsItsDefinition)
{
    for (std::uint32_t field = 0; field < 2048; ++field)
    {
        const std::uint32_t word = field | (2047 - field) << 11 | field / 2 << 22;
        const auto expected = testing::decodeR11g11b10f(word);
        const RgbBits bits = decodeBits(PN_FORMAT_R11G11B10F, word);
        for (std::size_t c = 0; c < 3; ++c)
            expectSame(bits[c], expected[c], word);
    }
}

TEST(Decode, EveryFieldOfRgb9e5IsItsDefinition)
{
    for (std::uint32_t exponent = 0; exponent < 32; ++exponent)
        for (std::uint32_t field = 0; field < 512; ++field)
        {
            const std::uint32_t word = exponent << 27 | field << 18 | (511 - field) << 9 | (field ^ 0x155u);
            const auto expected = testing::decodeRgb9e5(word);
            const RgbBits bits = decodeBits(PN_FORMAT_RGB9E5, word);
            for (std::size_t c = 0; c < 3; ++c)
                expectSame(bits[c], expected[c], word);
        }
}

TEST(Decode, EveryByteIsItsDefinitionRoundedOnce)
{
    for (std::uint32_t byte = 0; byte < 256; ++byte)
    {
        const std::uint32_t word = byte | (255 - byte) << 8 | byte << 16 | 0x5a000000u;
        for (const PnFormat format : {PN_FORMAT_RGBA8, PN_FORMAT_RGBA8_SRGB})
        {
            const RgbBits bits = decodeBits(format, word);
            const bool isSrgb = format == PN_FORMAT_RGBA8_SRGB;
            expectSame(bits[0], testing::decodeByte(byte, isSrgb), word);
            expectSame(bits[1], testing::decodeByte(255 - byte, isSrgb), word);
            expectSame(bits[2], testing::decodeByte(byte, isSrgb), word);
        }
    }
}

struct PolicyCase
{
    float value;
    float expected;
    bool nonFinite, negative;
};

float applied(float value, const TexelPolicy& policy, TexelFlags& flags)
{
    return std::bit_cast<float>(applyPolicy(std::bit_cast<std::uint32_t>(value), policy, flags));
}

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// Worked out by hand from DESIGN's rules: NaN is 0; infinite, or beyond 2^64, is 65504; multiples of 2^-40 only.
TEST(Policy, IsTheTable)
{
    const PolicyCase cases[] = {
        {1.0f, 1.0f, false, false},
        {-1.0f, -1.0f, false, true},
        {0.0f, 0.0f, false, false},
        {-0.0f, 0.0f, false, false},
        {kNan, 0.0f, true, false},
        {-kNan, 0.0f, true, false},
        {kInfinity, 65504.0f, true, false},
        {-kInfinity, -65504.0f, true, true},
        {0x1p64f, 0x1p64f, false, false},
        {0x1.000002p64f, 65504.0f, true, false},
        {-0x1.000002p64f, -65504.0f, true, true},
        {0x1.fffffep127f, 65504.0f, true, false},
        {0x1p-17f, 0x1p-17f, false, false},
        {0x1.000002p-17f, 0x1.000002p-17f, false, false}, // the last bit is worth 2^-40
        {0x1.fffffep-18f, 0x1.fffffcp-18f, false, false}, // the last bit is worth 2^-41
        {-0x1.fffffep-18f, -0x1.fffffcp-18f, false, true},
        {0x1.fffffep-39f, 0x1.8p-39f, false, false},
        {0x1.fffffep-40f, 0x1p-40f, false, false},
        {0x1p-40f, 0x1p-40f, false, false},
        {0x1.fffffep-41f, 0.0f, false, false},
        {-0x1.fffffep-41f, 0.0f, false, false}, // nothing is left that could be negative
        {0x1p-149f, 0.0f, false, false},
        {-0x1p-149f, 0.0f, false, false},
    };
    for (const PolicyCase& c : cases)
    {
        TexelFlags flags;
        const float result = applied(c.value, {}, flags);
        EXPECT_EQ(std::bit_cast<std::uint32_t>(result), std::bit_cast<std::uint32_t>(c.expected)) << c.value;
        EXPECT_EQ(flags.nonFinite, c.nonFinite) << c.value;
        EXPECT_EQ(flags.negative, c.negative) << c.value;
        EXPECT_FALSE(flags.clamped) << c.value;
    }
}

TEST(Policy, TruncatesToMultiplesOf2PowerMinus40TowardsZero)
{
    for (int exponent = -45; exponent <= -15; ++exponent)
        for (const float fraction : {1.0f, 1.25f, 1.7182818f, 0x1.fffffep0f})
        {
            const float value = std::ldexp(fraction, exponent);
            const float expected = float(std::ldexp(std::trunc(std::ldexp(double(value), 40)), -40));
            TexelFlags flags;
            EXPECT_EQ(applied(value, {}, flags), expected) << value;
            EXPECT_EQ(applied(-value, {}, flags), -expected) << value;
        }
}

TEST(Policy, ZeroesNegativesWhereAskedAndCountsThem)
{
    const TexelPolicy policy{.zeroNegative = true};
    for (const float value : {-1.0f, -0x1p-40f, -kInfinity, -0x1p64f})
    {
        TexelFlags flags;
        EXPECT_EQ(std::bit_cast<std::uint32_t>(applied(value, policy, flags)), 0u) << value;
        EXPECT_TRUE(flags.negative) << value;
    }
    TexelFlags flags;
    EXPECT_EQ(applied(2.0f, policy, flags), 2.0f);
    EXPECT_FALSE(flags.any());
}

TEST(Policy, ClampsMagnitudesAfterReplacingInfinities)
{
    const TexelPolicy policy{.maximumBits = std::bit_cast<std::uint32_t>(100.0f)};
    const struct
    {
        float value, expected;
        bool clamped;
    } cases[] = {{99.0f, 99.0f, false},    {100.0f, 100.0f, false},    {100.00001f, 100.0f, true},
                 {-101.0f, -100.0f, true}, {kInfinity, 100.0f, true},  {kNan, 0.0f, false},
                 {0x1p64f, 100.0f, true},  {-kInfinity, -100.0f, true}};
    for (const auto& c : cases)
    {
        TexelFlags flags;
        EXPECT_EQ(applied(c.value, policy, flags), c.expected) << c.value;
        EXPECT_EQ(flags.clamped, c.clamped) << c.value;
    }
}

// One odd texel in a face of ones, counted by a whole segment of every instruction set.
TexelCounts countsWith(const Shape& shape, std::uint32_t x, std::uint32_t y, float odd, const SimdTarget& target)
{
    std::vector<float> texels(shape.texelsPerFace() * 4, 1.0f);
    texels[(std::size_t{y} * shape.width + x) * 4 + 1] = odd;
    const Geometry geometry(shape);
    std::vector<float> scratch, moments(3);
    TexelCounts counts;
    const FaceTexels face{PN_FORMAT_RGBA32F, std::size_t{shape.width} * 16,
                          reinterpret_cast<const std::byte*>(texels.data())};
    const auto first = std::uint32_t(2 * shape.texelsPerFace()); // as if it were face 2
    target.projectSegment({geometry, face, {}, 1, 0, first, scratch, moments, counts});
    return counts;
}

TEST(Counts, HaveEachTexelOnceWhereverItLies)
{
    for (const SimdTarget& target : simdTargets())
        for (const std::uint32_t n : {1u, 2u, 5u, 8u, 33u})
            for (std::uint32_t y = 0; y < n; ++y)
                for (std::uint32_t x = 0; x < n; ++x)
                {
                    SCOPED_TRACE(std::string(target.name) + ", " + std::to_string(n) + ": " + std::to_string(x) + ", " +
                                 std::to_string(y));
                    const TexelCounts bad = countsWith(Shape::cubemap(n), x, y, -kInfinity, target);
                    ASSERT_EQ(bad.nonFinite, 1u);
                    ASSERT_EQ(bad.negative, 1u);
                    ASSERT_EQ(bad.clamped, 0u);
                    ASSERT_EQ(bad.firstBad, (2 * n + y) * n + x);
                    const TexelCounts negative = countsWith(Shape::cubemap(n), x, y, -1.0f, target);
                    ASSERT_EQ(negative.nonFinite, 0u);
                    ASSERT_EQ(negative.negative, 1u);
                    ASSERT_EQ(negative.firstBad, TexelCounts::kNone);
                }
}

TEST(Counts, KeepTheFirstBadTexel)
{
    TexelCounts a, b;
    a.add({.nonFinite = true}, 17);
    a.add({.nonFinite = true}, 5);
    b.add({.nonFinite = true, .clamped = true}, 9);
    b.add({.negative = true}, 1); // not bad
    a.merge(b);
    EXPECT_EQ(a.nonFinite, 3u);
    EXPECT_EQ(a.negative, 1u);
    EXPECT_EQ(a.clamped, 1u);
    EXPECT_EQ(a.firstBad, 5u);
}

} // namespace
} // namespace pn
