#include "image/formats/exr.h"
#include "image/formats/file_kinds.h"
#include "image/texels/convert.h"
#include "image/texels/half_rows.h"
#include "image/texels/texel.h"
#include "image/texels/texel_range.h"
#include "image_builder.h"

#include <Imath/half.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <span>
#include <vector>

using namespace pn::image;

namespace {

Image randomImage(PnFormat format, std::uint32_t width, std::uint32_t height)
{
    Image image{format, width, height, Buffer(std::size_t{width} * height * texelBytes(format))};
    std::mt19937 random(1);
    for (std::size_t at = 0; at < image.texels.size(); at += 4)
    {
        auto word = static_cast<std::uint32_t>(random());
        if (format == PN_FORMAT_RGBA32F || format == PN_FORMAT_RGB32F)
            word = (word & 0x83ffffffu) + 0x3d000000u;
        if (format == PN_FORMAT_RGBA16F)
            word = (word & 0x8fff8fffu) + 0x30003000u;
        if (format == PN_FORMAT_R11G11B10F)
            word = (word & 0x1fc7f8ffu) + 0x60180300u;
        std::memcpy(image.texels.data() + at, &word, 4);
    }
    return image;
}

// By Imath, the independent one.
float fromBits(std::uint16_t bits)
{
    half value;
    value.setBits(bits);
    return value;
}

} // namespace

// Numbers of halves on both sides of what is done at a time; a NaN's bits stay, and 0x7D01 is a signaling one.
TEST(Convert, HalvesAreConvertedToTheLast)
{
    constexpr std::array<std::uint16_t, 7> kOdd = {0, 0x8001, 0x7BFF, 0x7C00, 0xFC00, 0x7D01, 0xFE00};
    for (std::size_t count = 1; count < 40; ++count)
        for (const std::uint16_t odd : kOdd)
            for (std::size_t at = 0; at < count; ++at)
            {
                std::vector<std::uint16_t> halves(count, 0x3C01);
                halves[at] = odd;
                std::vector<float> found(count + 1, -1.0f), expected(count + 1, -1.0f);
                for (std::size_t i = 0; i < count; ++i)
                    expected[i] = fromBits(halves[i]);
                halvesToFloats(std::as_bytes(std::span(halves)).data(), count, found.data());
                ASSERT_EQ(std::memcmp(found.data(), expected.data(), sizeof(float) * found.size()), 0) << odd;
            }
}

// All exponents, and one value after the other so that no vector is full at the end.
TEST(Convert, FloatsOfAllSizesAreRoundedAsImathRoundsThem)
{
    std::mt19937 random(3);
    for (std::uint32_t width = 1; width < 600; ++width)
    {
        Image image{PN_FORMAT_RGBA32F, width, 1, Buffer(std::size_t{16} * width)};
        for (std::size_t at = 0; at < image.texels.size(); at += 4)
        {
            const auto exponent = static_cast<std::uint32_t>(100 + random() % 43); // up to 2^16
            const auto bits = static_cast<std::uint32_t>((random() & 0x807fffffu) | exponent << 23);
            std::memcpy(image.texels.data() + at, &bits, 4);
        }
        const Image halves = toHalf(image);
        for (std::size_t i = 0; i < 4 * width; ++i)
        {
            float value;
            std::memcpy(&value, image.texels.data() + 4 * i, 4);
            const half expected(std::clamp(value, -65504.0f, 65504.0f));
            std::uint16_t bits;
            std::memcpy(&bits, halves.texels.data() + 2 * i, 2);
            ASSERT_EQ(bits, expected.bits()) << value;
        }
    }
}

TEST(Convert, RangeSeesEveryKindOfTexel)
{
    const auto rangeOf = [](const std::vector<float>& values) { return measureRange(makeFloatImage(2, 1, values)); };
    EXPECT_EQ(rangeOf({1, 2, 3, 4, 5, 0.5f}).min, 0.5f);
    EXPECT_EQ(rangeOf({1, 2, 3, 4, 5, 0.5f}).max, 5.0f);
    EXPECT_EQ(rangeOf({1, 2, 3, -0.0f, 5, 6}).negative, 0u);
    EXPECT_EQ(rangeOf({1, 2, 3, -1, -2, 6}).negative, 1u);
    EXPECT_EQ(rangeOf({1, 2, 3, -1, -2, 6}).min, -2.0f);
    EXPECT_EQ(rangeOf({1, NAN, 3, 4, 5, 6}).nonFinite, 1u);
    EXPECT_EQ(rangeOf({1, NAN, 3, 4, 5, 6}).max, 6.0f);
    EXPECT_EQ(rangeOf({1, INFINITY, 3, 4, -INFINITY, 6}).nonFinite, 2u);
    EXPECT_EQ(rangeOf({1, INFINITY, 3, 4, -INFINITY, 6}).max, 6.0f);
}

TEST(Convert, SmallLargeAndOddValuesBecomeHalves)
{
    const float tiny = 0x1p-24f;
    const Image image = makeFloatImage(3, 1, {tiny, 1.5f * tiny, 0.5f * tiny, 65519.0f, 1e9f, -1e9f, NAN, -0.0f, 1.0f});
    const auto texels = texelsOf(toHalf(image));
    EXPECT_EQ(texels[0].r, tiny);
    EXPECT_EQ(texels[0].g, 2.0f * tiny); // a tie, to even
    EXPECT_EQ(texels[0].b, 0.0f);
    EXPECT_EQ(texels[1].r, 65504.0f);
    EXPECT_EQ(texels[1].g, 65504.0f);
    EXPECT_EQ(texels[1].b, -65504.0f);
    EXPECT_EQ(texels[2].r, 0.0f);
}

TEST(Convert, FloatsAreTheSameTexels)
{
    for (const PnFormat format : {PN_FORMAT_RGBA16F, PN_FORMAT_RGB9E5, PN_FORMAT_R11G11B10F, PN_FORMAT_RGB32F})
    {
        const Image image = randomImage(format, 8, 8);
        const auto before = texelsOf(image), after = texelsOf(toFloat(image));
        EXPECT_EQ(std::memcmp(before.data(), after.data(), before.size() * sizeof(Rgb)), 0) << format;
    }
}

// 0.5 as a half, and 51 of 255 as a byte; the sRGB curve is for colours.
TEST(Convert, AlphaIsKept)
{
    const auto alphaOf = [](PnFormat format, const Bytes& texel) {
        Image image{format, 1, 1, Buffer(texel.size())};
        std::memcpy(image.texels.data(), texel.data(), texel.size());
        float rgba[4];
        std::memcpy(rgba, toFloat(image).texels.data(), sizeof(rgba));
        return rgba[3];
    };
    EXPECT_EQ(alphaOf(PN_FORMAT_RGBA16F, FileBuilder().u16(0).u16(0).u16(0).u16(0x3800).bytes), 0.5f);
    EXPECT_EQ(alphaOf(PN_FORMAT_RGBA8, FileBuilder().u8({9, 9, 9, 51}).bytes), 0.2f);
    EXPECT_EQ(alphaOf(PN_FORMAT_RGBA8_SRGB, FileBuilder().u8({9, 9, 9, 51}).bytes), 0.2f);
    EXPECT_EQ(alphaOf(PN_FORMAT_RGB9E5, FileBuilder().u32({0}).bytes), 1.0f);
}

TEST(ExrWriter, ReadsBackTheSame)
{
    for (const PnFormat format :
         {PN_FORMAT_RGBA32F, PN_FORMAT_RGB32F, PN_FORMAT_RGBA16F, PN_FORMAT_RGB9E5, PN_FORMAT_R11G11B10F})
    {
        const Image image = randomImage(format, 13, 78);
        const Image back = readExr(encodeExr(image)).image;
        EXPECT_EQ(back.format, format == PN_FORMAT_RGBA16F ? PN_FORMAT_RGBA16F : PN_FORMAT_RGBA32F);
        const auto before = texelsOf(image), after = texelsOf(back);
        ASSERT_EQ(before.size(), after.size());
        EXPECT_EQ(std::memcmp(before.data(), after.data(), before.size() * sizeof(Rgb)), 0) << format;
    }
}

TEST(CubemapFile, IsKnownByItsNamesEnd)
{
    EXPECT_TRUE(findCubemapFile("a/b.KTX2")->holdsMips);
    EXPECT_TRUE(findCubemapFile("b.dds")->holdsMips);
    EXPECT_FALSE(findCubemapFile("b.exr")->holdsMips);
    EXPECT_FALSE(findCubemapFile("b.hdr")->holdsMips);
    for (const char* name : {"b.png", "dds", ".dds", "b.dds.txt", ""})
        EXPECT_FALSE(findCubemapFile(name).has_value()) << name;
}
