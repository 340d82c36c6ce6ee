// Coefficients from hostile files, and turned ones.
#include "sh/rotation.h"
#include "sh/sh_read.h"
#include "support/failure.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace pn::cli;

namespace {

constexpr const char* kJson = R"({"probenorm": "0.1.0", "bands": 2, "convention": "unreal", "axes": "zup",
 "coefficients": [[1.5, 2, 3], [4, 5e-1, 6], [7, 8, 9]]})";
constexpr const char* kText =
    "// title, 2 bands, canonical\n( 1, 2, 3); // L00\n(4,5,6)\n(7,8,9);\n(-1e3,0,.5); // L11\n";

// Whether the bytes were accepted.
bool accepts(const std::string& bytes)
{
    try
    {
        return !parseShFile(bytes, "file", {}).sets.empty();
    }
    catch (const Failure& failure)
    {
        // a damaged header line is a comment, after which text wants --from
        EXPECT_TRUE(failure.exit() == Exit::InvalidInput || failure.exit() == Exit::CommandLine) << failure.what();
        EXPECT_EQ(std::string(failure.what()).rfind("file: ", 0), 0u) << failure.what();
        return false;
    }
}

} // namespace

TEST(ReadSh, EveryPrefixOfJsonIsRefused)
{
    const std::string json = R"({"bands": 1, "convention": "canonical", "coefficients": [[1.5, 2, 3]]})";
    ASSERT_TRUE(accepts(json));
    for (std::size_t size = 0; size < json.size(); ++size)
        EXPECT_FALSE(accepts(json.substr(0, size))) << size;
}

TEST(ReadSh, EveryPrefixOfTextIsRefusedOrWhole)
{
    const std::string text = kText;
    ASSERT_TRUE(accepts(text));
    // Three rows and a part of the fourth; a whole first row alone would be one band.
    const std::size_t begin = text.find("(4") + 1;
    const std::size_t end = text.find(')', text.find("-1e3"));
    for (std::size_t size = begin; size <= end; ++size)
        EXPECT_FALSE(accepts(text.substr(0, size))) << size;
}

TEST(ReadSh, RandomDamageNeverEscapes)
{
    std::mt19937 random(11);
    for (const std::string original : {kJson, kText})
        for (int i = 0; i < 20000; ++i)
        {
            std::string bytes = original;
            for (int changes = 0; changes < 3; ++changes)
                bytes[random() % bytes.size()] = static_cast<char>(random());
            accepts(bytes);
        }
}

TEST(ReadSh, TwoBandsAreTheFirstFourRows)
{
    const ShFile file = parseShFile(kText, "file", {});
    ASSERT_EQ(file.sets.size(), 1u);
    EXPECT_EQ(file.sets[0].sh.bands, 2u);
    EXPECT_EQ(file.sets[0].sh.rgb[3][0], -1000.0f);
    EXPECT_EQ(file.sets[0].sh.rgb[3][2], 0.5f);
    EXPECT_EQ(file.sets[0].sh.rgb[4][0], 0.0f);
}

TEST(ParseRotation, QuarterTurnsAreExact)
{
    EXPECT_EQ(parseRotation("90,0,0"), (Rotation{1, 0, 0, 0, 0, -1, 0, 1, 0})); // y to z
    EXPECT_EQ(parseRotation("0,90,0"), (Rotation{0, 0, 1, 0, 1, 0, -1, 0, 0})); // z to x
    EXPECT_EQ(parseRotation("0,0,90"), (Rotation{0, -1, 0, 1, 0, 0, 0, 0, 1})); // x to y
    EXPECT_EQ(parseRotation("0,0,-270"), parseRotation("0,0,90"));
    EXPECT_EQ(parseRotation("720,-360,0"), (Rotation{1, 0, 0, 0, 1, 0, 0, 0, 1}));
}

TEST(ParseRotation, XComesFirst)
{
    EXPECT_EQ(parseRotation("90,90,0"), (Rotation{0, 1, 0, 0, 0, -1, -1, 0, 0})); // y to z to x
}

TEST(ParseRotation, IsOrthogonal)
{
    const Rotation m = parseRotation("12.5,-77,140");
    for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = 0; b < 3; ++b)
        {
            const double dot =
                double{m[a * 3]} * m[b * 3] + double{m[a * 3 + 1]} * m[b * 3 + 1] + double{m[a * 3 + 2]} * m[b * 3 + 2];
            EXPECT_NEAR(dot, a == b ? 1.0 : 0.0, 3e-7); // three float roundings
        }
}

TEST(ParseRotation, ThreeFiniteNumbersAreNeeded)
{
    for (const char* wrong : {"", "1", "1,2", "1,2,3,4", "1,2,x", "1,,3", "1,2,inf", "1, 2,3"})
        EXPECT_THROW(parseRotation(wrong), Failure) << wrong;
}
