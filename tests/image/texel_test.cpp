#include "image/texels/convert.h"
#include "image/texels/texel.h"
#include "image/texels/texel_range.h"
#include "image_builder.h"

#include <Imath/half.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

using namespace pn::image;

namespace {

Rgb decodeOne(PnFormat format, const Bytes& texel)
{
    Rgb rgb;
    decodeRow(format, texel.data(), 1, &rgb);
    return rgb;
}

} // namespace

TEST(DecodeTexel, EveryHalfIsWhatImathSays)
{
    for (unsigned bits = 0; bits < 65536; ++bits)
    {
        half expected;
        expected.setBits(static_cast<std::uint16_t>(bits));
        const float found = decodeOne(PN_FORMAT_RGBA16F, FileBuilder().u16(bits).zeros(6).bytes).r;
        if (expected.isNan())
            ASSERT_TRUE(std::isnan(found)) << bits;
        else
            ASSERT_EQ(std::bit_cast<std::uint32_t>(found), std::bit_cast<std::uint32_t>(float(expected))) << bits;
    }
}

TEST(DecodeTexel, SharedExponent)
{
    // red 1, green 256, blue 511, exponent 15: mantissa * 2^(15 - 15 - 9)
    const Rgb rgb = decodeOne(PN_FORMAT_RGB9E5, FileBuilder().u32({1u | 256u << 9 | 511u << 18 | 15u << 27}).bytes);
    EXPECT_EQ(rgb.r, 1.0f / 512);
    EXPECT_EQ(rgb.g, 0.5f);
    EXPECT_EQ(rgb.b, 511.0f / 512);
    EXPECT_EQ(decodeOne(PN_FORMAT_RGB9E5, FileBuilder().u32({0xFFFFFFFF}).bytes).r, 65408.0f) << "Vulkan's largest";
}

TEST(DecodeTexel, PackedFloats)
{
    // 1.0 is exponent 15, mantissa 0; 6 mantissa bits in red and green, 5 in blue
    const Rgb one =
        decodeOne(PN_FORMAT_R11G11B10F, FileBuilder().u32({15u << 6 | (15u << 6) << 11 | (15u << 5) << 22}).bytes);
    EXPECT_TRUE(one.r == 1.0f && one.g == 1.0f && one.b == 1.0f);
    const Rgb limits = decodeOne(PN_FORMAT_R11G11B10F, FileBuilder().u32({1u | 0x7BFu << 11 | 0x3E0u << 22}).bytes);
    EXPECT_EQ(limits.r, std::ldexp(1.0f, -20)) << "the least denormal";
    EXPECT_EQ(limits.g, 65024.0f) << "the largest finite value";
    EXPECT_EQ(limits.b, std::numeric_limits<float>::infinity());
}

TEST(DecodeTexel, BytesWithAndWithoutTransferFunction)
{
    const Rgb linear = decodeOne(PN_FORMAT_RGBA8, FileBuilder().u8({0, 51, 255, 9}).bytes);
    EXPECT_TRUE(linear.r == 0.0f && linear.g == 0.2f && linear.b == 1.0f);
    // IEC 61966-2-1: 188 is 0.50289 linear, 10 lies on the straight piece: 10 / 255 / 12.92.
    const Rgb srgb = decodeOne(PN_FORMAT_RGBA8_SRGB, FileBuilder().u8({188, 10, 255, 9}).bytes);
    EXPECT_NEAR(srgb.r, 0.502886, 1e-6);
    EXPECT_FLOAT_EQ(srgb.g, 10.0f / 255.0f / 12.92f);
    EXPECT_EQ(srgb.b, 1.0f);
}

TEST(TexelRange, CountsTexelsNotChannels)
{
    const float inf = std::numeric_limits<float>::infinity();
    const Image image = makeFloatImage(4, 1, {1, 2, 3, -1, -2, 0, std::nanf(""), inf, -5, 0, 0, 7});
    const TexelRange range = measureRange(image);
    EXPECT_EQ(range.nonFinite, 1u);
    EXPECT_EQ(range.negative, 2u);
    EXPECT_EQ(range.min, -5.0f);
    EXPECT_EQ(range.max, 7.0f);
    const TexelRange none = measureRange(makeFloatImage(1, 1, {inf, inf, inf}));
    EXPECT_TRUE(none.min == 0.0f && none.max == 0.0f && none.nonFinite == 1);
}

// Widths on both sides of what is done at a time, and what must be counted in one texel of them.
TEST(TexelRange, OfHalvesIsThatOfTheSameFloats)
{
    constexpr std::uint32_t kPlain = 0x3C00;
    for (const std::uint32_t width : {1u, 7u, 8u, 9u, 33u})
        for (const std::uint32_t odd : {0x0001u, 0x7BFFu, 0x8000u, 0xC500u, 0x7C00u, 0xFC00u, 0x7E00u})
            for (std::uint32_t at = 0; at < 4 * width; ++at)
            {
                FileBuilder halves;
                for (std::uint32_t i = 0; i < 4 * width; ++i)
                    halves.u16(i == at ? odd : kPlain + i);
                Image image{PN_FORMAT_RGBA16F, width, 1, Buffer(halves.bytes.size())};
                std::copy(halves.bytes.begin(), halves.bytes.end(), image.texels.data());
                const TexelRange found = measureRange(image), expected = measureRange(toFloat(image));
                ASSERT_EQ(found.nonFinite, expected.nonFinite) << width << " " << odd << " " << at;
                ASSERT_EQ(found.negative, expected.negative) << width << " " << odd << " " << at;
                ASSERT_EQ(std::bit_cast<std::uint32_t>(found.min), std::bit_cast<std::uint32_t>(expected.min));
                ASSERT_EQ(std::bit_cast<std::uint32_t>(found.max), std::bit_cast<std::uint32_t>(expected.max));
            }
}
