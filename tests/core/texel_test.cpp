// Texels of every format: decoded as their definitions say; encoded as a specification rounds them, to the nearest
// representable value, ties to even; and what the policies make of them.
#include "core/kernel/encode.h"
#include "core/kernel/exact_texels.h"
#include "core/kernel/simd_target.h"
#include "core/kernel/texel_bits.h"
#include "support/decode.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <random>
#include <span>

namespace pn {
namespace {

template <typename T>
void expectDefinition(PnFormat format, const T& texel)
{
    const auto* bytes = reinterpret_cast<const std::byte*>(&texel);
    const RgbBits actual = decodeTexel(format, bytes);
    const std::array<float, 3> expected = testing::decode(format, bytes);
    for (std::size_t c = 0; c < 3; ++c)
        if (std::isnan(expected[c]))
            ASSERT_GT(actual[c] & 0x7fffffffu, 0x7f800000u) << format << ", channel " << c;
        else
            ASSERT_EQ(actual[c], std::bit_cast<std::uint32_t>(expected[c])) << format << ", channel " << c;
}

TEST(Decode, EveryValueOfAChannelIsItsDefinition)
{
    for (std::uint32_t i = 0; i < 65536; ++i)
    {
        SCOPED_TRACE(i);
        expectDefinition(PN_FORMAT_RGBA16F,
                         std::array<std::uint16_t, 4>{std::uint16_t(i), 0x3c00, std::uint16_t(i ^ 0x8000u), 0x7e00});
        expectDefinition(PN_FORMAT_R11G11B10F, i % 2048 | (2047 - i % 2048) << 11 | i % 1024 << 22);
        expectDefinition(PN_FORMAT_RGB9E5,
                         i % 32 << 27 | i / 32 % 512 << 18 | (511 - i / 32 % 512) << 9 | ((i / 32 % 512) ^ 0x155u));
        for (const PnFormat format : {PN_FORMAT_RGBA8, PN_FORMAT_RGBA8_SRGB})
            expectDefinition(format, i % 256 | (255 - i % 256) << 8 | i % 256 << 16 | 0x5a000000u);
    }
}

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

struct PolicyCase
{
    float value, expected;
    bool nonFinite = false, negative = false, clamped = false;
};

void expectPolicy(const TexelPolicy& policy, std::span<const PolicyCase> cases)
{
    for (const PolicyCase& c : cases)
    {
        TexelFlags flags;
        EXPECT_EQ(applyPolicy(std::bit_cast<std::uint32_t>(c.value), policy, flags),
                  std::bit_cast<std::uint32_t>(c.expected))
            << c.value;
        EXPECT_EQ(flags.nonFinite, c.nonFinite) << c.value;
        EXPECT_EQ(flags.negative, c.negative) << c.value;
        EXPECT_EQ(flags.clamped, c.clamped) << c.value;
    }
}

// Worked out by hand from DESIGN's rules: NaN is 0; infinite, or beyond 2^64, is 65504; multiples of 2^-40 only.
TEST(Policy, IsTheTable)
{
    expectPolicy({}, std::array<PolicyCase, 23>{{
                         {1.0f, 1.0f},
                         {-1.0f, -1.0f, false, true},
                         {0.0f, 0.0f},
                         {-0.0f, 0.0f},
                         {kNan, 0.0f, true},
                         {-kNan, 0.0f, true},
                         {kInfinity, 65504.0f, true},
                         {-kInfinity, -65504.0f, true, true},
                         {0x1p64f, 0x1p64f},
                         {0x1.000002p64f, 65504.0f, true},
                         {-0x1.000002p64f, -65504.0f, true, true},
                         {0x1.fffffep127f, 65504.0f, true},
                         {0x1p-17f, 0x1p-17f},
                         {0x1.000002p-17f, 0x1.000002p-17f}, // the last bit is worth 2^-40
                         {0x1.fffffep-18f, 0x1.fffffcp-18f}, // the last bit is worth 2^-41
                         {-0x1.fffffep-18f, -0x1.fffffcp-18f, false, true},
                         {0x1.fffffep-39f, 0x1.8p-39f},
                         {0x1.fffffep-40f, 0x1p-40f},
                         {0x1p-40f, 0x1p-40f},
                         {0x1.fffffep-41f, 0.0f},
                         {-0x1.fffffep-41f, 0.0f}, // nothing is left that could be negative
                         {0x1p-149f, 0.0f},
                         {-0x1p-149f, 0.0f},
                     }});
}

TEST(Policy, ZeroesNegativesWhereAskedAndCountsThem)
{
    expectPolicy({.zeroNegative = true}, std::array<PolicyCase, 5>{{{-1.0f, 0.0f, false, true},
                                                                    {-0x1p-40f, 0.0f, false, true},
                                                                    {-kInfinity, 0.0f, true, true},
                                                                    {-0x1p64f, 0.0f, false, true},
                                                                    {2.0f, 2.0f}}});
}

TEST(Policy, ClampsMagnitudesAfterReplacingInfinities)
{
    expectPolicy({.maximumBits = std::bit_cast<std::uint32_t>(100.0f)},
                 std::array<PolicyCase, 8>{{{99.0f, 99.0f},
                                            {100.0f, 100.0f},
                                            {100.00001f, 100.0f, false, false, true},
                                            {-101.0f, -100.0f, false, true, true},
                                            {kInfinity, 100.0f, true, false, true},
                                            {kNan, 0.0f, true},
                                            {0x1p64f, 100.0f, false, false, true},
                                            {-kInfinity, -100.0f, true, true, true}}});
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

// The nearest float of 5 exponent bits and some mantissa bits, as its bits: by division and rounding in double.
std::uint32_t nearestSmallFloat(double magnitude, int mantissaBits, double largest)
{
    magnitude = std::min(magnitude, largest);
    int exponent = std::max(magnitude > 0.0 ? std::ilogb(magnitude) : -14, -14);
    double units = std::nearbyint(std::ldexp(magnitude, mantissaBits - exponent)); // to even
    if (units == std::ldexp(2.0, mantissaBits))
    {
        ++exponent;
        units /= 2.0;
    }
    const double one = std::ldexp(1.0, mantissaBits);
    if (units < one)
        return std::uint32_t(units); // denormal
    return std::uint32_t(exponent + 15) << mantissaBits | std::uint32_t(units - one);
}

std::uint32_t nearestHalf(float value)
{
    const std::uint32_t magnitude = nearestSmallFloat(std::abs(double(value)), 10, 65504.0);
    return magnitude | (std::signbit(value) ? 0x8000u : 0u);
}

// EXT_texture_shared_exponent's own recipe, with ties to even where it rounds.
std::uint32_t nearestShared(const std::array<float, 3>& rgb)
{
    std::array<double, 3> c{};
    for (std::size_t i = 0; i < 3; ++i)
        c[i] = std::min(std::max(double(rgb[i]), 0.0), 65408.0);
    const double most = std::max({c[0], c[1], c[2]});
    int exponent = std::max(-16, most > 0.0 ? std::ilogb(most) : -1000) + 1 + 15;
    if (std::nearbyint(std::ldexp(most, 24 - exponent)) == 512.0)
        ++exponent;
    std::uint32_t word = std::uint32_t(exponent) << 27;
    for (std::size_t i = 0; i < 3; ++i)
        word |= std::uint32_t(std::nearbyint(std::ldexp(c[i], 24 - exponent))) << (9 * i);
    return word;
}

std::uint32_t nearestPacked(const std::array<float, 3>& rgb)
{
    const auto channel = [&](std::size_t i, int bits, double largest) {
        return nearestSmallFloat(std::max(double(rgb[i]), 0.0), bits, largest);
    };
    return channel(0, 6, 65024.0) | channel(1, 6, 65024.0) << 11 | channel(2, 5, 64512.0) << 22;
}

std::uint32_t encodeWord(PnFormat format, const std::array<float, 3>& rgb)
{
    std::uint32_t word;
    encodeTexel(format, std::bit_cast<RgbBits>(rgb), 0, reinterpret_cast<std::byte*>(&word));
    return word;
}

// Between each two neighbours: the middle goes to the even one, and what is beside it to the nearer.
TEST(Encode, HalvesAreRoundedToNearestEven)
{
    for (std::uint32_t half = 0; half < 0x7bff; ++half)
    {
        std::array<std::uint16_t, 4> texel = {std::uint16_t(half), std::uint16_t(half + 1), 0, 0};
        const RgbBits bits = decodeTexel(PN_FORMAT_RGBA16F, reinterpret_cast<const std::byte*>(texel.data()));
        const float low = std::bit_cast<float>(bits[0]), high = std::bit_cast<float>(bits[1]);
        const float middle = 0.5f * (low + high); // exact
        ASSERT_EQ(halfBits(bits[0]), half);
        ASSERT_EQ(halfBits(std::bit_cast<std::uint32_t>(middle)), half + half % 2);
        ASSERT_EQ(halfBits(std::bit_cast<std::uint32_t>(std::nextafter(middle, 0.0f))), half);
        ASSERT_EQ(halfBits(std::bit_cast<std::uint32_t>(-std::nextafter(middle, 1e9f))), half + 1 + 0x8000);
    }
}

TEST(Encode, PackedFormatsAreRoundedAsSpecified)
{
    std::mt19937 random(1);
    std::uniform_real_distribution<float> exponent(-30.0f, 17.0f);
    for (int i = 0; i < 300000; ++i)
    {
        std::array<float, 3> rgb{};
        for (float& channel : rgb)
        {
            channel = std::exp2(exponent(random));
            if (i % 3 == 0) // on or just beside a tie
            {
                const std::uint32_t tie = (std::bit_cast<std::uint32_t>(channel) & 0xfff80000u) + (0x10000u << i % 2);
                channel = std::bit_cast<float>(tie + std::uint32_t(random() % 3) - 1);
            }
            channel = random() % 8 == 0 ? -channel : channel;
        }
        ASSERT_EQ(encodeWord(PN_FORMAT_RGB9E5, rgb), nearestShared(rgb)) << rgb[0] << ' ' << rgb[1] << ' ' << rgb[2];
        ASSERT_EQ(encodeWord(PN_FORMAT_R11G11B10F, rgb), nearestPacked(rgb))
            << rgb[0] << ' ' << rgb[1] << ' ' << rgb[2];
        ASSERT_EQ(halfBits(std::bit_cast<std::uint32_t>(rgb[0])), nearestHalf(rgb[0])) << rgb[0];
    }
}

TEST(Encode, AlphaGoesWhereThereIsOne)
{
    const RgbBits black{};
    std::array<std::uint32_t, 4> texel{};
    encodeTexel(PN_FORMAT_RGBA32F, black, 0x12345678, reinterpret_cast<std::byte*>(texel.data()));
    EXPECT_EQ(texel, (std::array<std::uint32_t, 4>{0, 0, 0, 0x12345678}));
    encodeTexel(PN_FORMAT_RGBA16F, black, 0x1234, reinterpret_cast<std::byte*>(texel.data()));
    EXPECT_EQ(texel[1], 0x12340000u);
}

} // namespace
} // namespace pn
