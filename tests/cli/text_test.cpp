#include "support/text.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <random>

using namespace pn::cli;

TEST(FloatText, ReadsBackToTheSameBits)
{
    std::mt19937 random(7);
    for (int i = 0; i < 200000; ++i)
    {
        const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
        if (!std::isfinite(value))
            continue;
        ASSERT_EQ(std::bit_cast<std::uint32_t>(std::strtof(floatText(value).c_str(), nullptr)),
                  std::bit_cast<std::uint32_t>(value));
        ASSERT_EQ(std::bit_cast<std::uint32_t>(std::strtof(floatLiteral(value).c_str(), nullptr)),
                  std::bit_cast<std::uint32_t>(value));
    }
}

TEST(FloatLiteral, IsOneForTheCompiler)
{
    EXPECT_EQ(floatLiteral(1.0f), "1.0f");
    EXPECT_EQ(floatLiteral(-0.0f), "-0.0f");
    EXPECT_EQ(floatLiteral(0.1f), "0.1f");
    EXPECT_EQ(floatLiteral(1e20f), "1e+20f");
}

TEST(Printable, HasNoControlCharacters)
{
    EXPECT_EQ(printable("a\nb\x1b[2J\x7f"), "a\\x0ab\\x1b[2J\\x7f");
    EXPECT_EQ(printable("h\xc3\xb6hle"), "h\xc3\xb6hle");
    EXPECT_EQ(printable("\xc2\x9b"
                        "31m"),
              "\\xc2\\x9b31m"); // U+009B, which begins a command as ESC [ does
    EXPECT_EQ(printable("\x9b"
                        "31m"),
              "\\x9b31m"); // the same in Latin-1
    EXPECT_EQ(printable("a\xe2\x80\xae"
                        "gnp"),
              "a\\xe2\\x80\\xaegnp"); // U+202E turns the text around
    EXPECT_EQ(printable("\xe2\x81\xa6\xe2\x80\xa9"), "\\xe2\\x81\\xa6\\xe2\\x80\\xa9");
    EXPECT_EQ(printable("\xe2\x82\xac \xe6\x9b\xb8 \xf0\x9f\x8c\x9e"),
              "\xe2\x82\xac \xe6\x9b\xb8 \xf0\x9f\x8c\x9e"); // euro, kanji, sun
}

TEST(ParseBytes, KnowsPowersOf1024)
{
    std::uint64_t bytes = 0;
    EXPECT_TRUE(parseBytes("500000", bytes));
    EXPECT_EQ(bytes, 500000u);
    EXPECT_TRUE(parseBytes("64K", bytes));
    EXPECT_EQ(bytes, 65536u);
    EXPECT_TRUE(parseBytes("2g", bytes));
    EXPECT_EQ(bytes, 2147483648u);
    for (const char* wrong : {"", "K", "-1", "1.5M", "1KB", "1 K", "20000000000000000000", "17179869184G"})
        EXPECT_FALSE(parseBytes(wrong, bytes)) << wrong;
}

TEST(ParseFloat, TakesTheWholeTextOrNothing)
{
    float value = 0.0f;
    EXPECT_TRUE(parseFloat("-1.5e3", value));
    EXPECT_EQ(value, -1500.0f);
    for (const char* wrong : {"", "1x", " 1", "nan", "inf", "1e999", "0x10"})
        EXPECT_FALSE(parseFloat(wrong, value)) << wrong;
}

TEST(StemOf, IsTheNameWithoutFolderAndEnding)
{
    EXPECT_EQ(stemOf("maps/sky.hdr"), "sky");
    EXPECT_EQ(stemOf("sky.v2.exr"), "sky.v2");
    EXPECT_EQ(stemOf("maps/sky_%.hdr"), "sky");
    EXPECT_EQ(stemOf("-"), "stdin");
    EXPECT_EQ(stemOf(".hidden"), ".hidden");
    EXPECT_EQ(stemOf("a.b/c"), "c");
}

TEST(Text, OneThingIsNotMany)
{
    EXPECT_EQ(pn::cli::counted(0, "probe"), "0 probes");
    EXPECT_EQ(pn::cli::counted(1, "probe"), "1 probe");
    EXPECT_EQ(pn::cli::counted(2, "probe"), "2 probes");
    EXPECT_EQ(pn::cli::countedOf(1, 9, "texel"), "1 of 9 texels is");
    EXPECT_EQ(pn::cli::countedOf(2, 9, "texel"), "2 of 9 texels are");
}
