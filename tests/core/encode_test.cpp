// Texels of every format as a specification rounds them: to the nearest representable value, ties to even.
#include "core/kernel/encode.h"
#include "core/kernel/texel_bits.h"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <random>

namespace pn {
namespace {

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

TEST(Encode, EveryHalfIsItself)
{
    for (std::uint32_t half = 0; half < 0x10000; ++half)
    {
        if ((half & 0x7c00) == 0x7c00)
            continue; // infinite or NaN
        std::array<std::uint16_t, 4> texel = {std::uint16_t(half), 0, 0, 0};
        const RgbBits bits = decodeTexel(PN_FORMAT_RGBA16F, reinterpret_cast<const std::byte*>(texel.data()));
        ASSERT_EQ(halfBits(bits[0]), half);
    }
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
        ASSERT_EQ(halfBits(std::bit_cast<std::uint32_t>(middle)), half + half % 2);
        ASSERT_EQ(halfBits(std::bit_cast<std::uint32_t>(std::nextafter(middle, 0.0f))), half);
        ASSERT_EQ(halfBits(std::bit_cast<std::uint32_t>(-std::nextafter(middle, 1e9f))), half + 1 + 0x8000);
    }
}

TEST(Encode, WhatIsTooLargeBecomesTheLargest)
{
    for (const float value : {65504.0f, 65519.0f, 65520.0f, 1e6f, 0x1p88f})
        EXPECT_EQ(halfBits(std::bit_cast<std::uint32_t>(value)), 0x7bffu) << value;
    const std::array<float, 3> huge = {1e9f, 1e9f, 1e9f};
    EXPECT_EQ(encodeWord(PN_FORMAT_RGB9E5, huge), 0xffffffffu);
    EXPECT_EQ(encodeWord(PN_FORMAT_R11G11B10F, huge), 0x7bfu | 0x7bfu << 11 | 0x3dfu << 22);
}

TEST(Encode, NegativesAreZeroWhereThereIsNoSign)
{
    EXPECT_EQ(encodeWord(PN_FORMAT_RGB9E5, {-1.0f, -2.0f, -1e9f}), 0u);
    EXPECT_EQ(encodeWord(PN_FORMAT_R11G11B10F, {-1.0f, -2.0f, -1e9f}), 0u);
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
