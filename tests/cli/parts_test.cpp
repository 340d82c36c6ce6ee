// Parts that hold for every command: numbers and names as text, JSON, digests, coefficients of hostile files,
// rotations.
#include "bake/digest.h"
#include "sh/rotation.h"
#include "sh/sh_read.h"
#include "support/failure.h"
#include "support/json.h"
#include "support/text.h"
#include "support/threads.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <random>
#include <span>
#include <string>

using namespace pn::cli;
using pn::testing::threadSeconds;

namespace {

constexpr const char* kText =
    "// title, 2 bands, canonical\n( 1, 2, 3); // L00\n(4,5,6)\n(7,8,9);\n(-1e3,0,.5); // L11\n";

// Whether the bytes were accepted as coefficients.
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

std::string reasonOf(const std::string& text)
{
    try
    {
        parseJson(text, "x.json");
    }
    catch (const Failure& failure)
    {
        EXPECT_EQ(failure.exit(), Exit::InvalidInput);
        return failure.what();
    }
    return "";
}

std::string objectOf(int keys)
{
    std::string text = "{";
    for (int i = 0; i < keys; ++i)
        text += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":0";
    return text + "}";
}

} // namespace

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

TEST(Text, NamesFilesAndCountsThings)
{
    EXPECT_EQ(stemOf("maps/sky.hdr"), "sky");
    EXPECT_EQ(stemOf("sky.v2.exr"), "sky.v2");
    EXPECT_EQ(stemOf("maps/sky_%.hdr"), "sky");
    EXPECT_EQ(stemOf("-"), "stdin");
    EXPECT_EQ(stemOf(".hidden"), ".hidden");
    EXPECT_EQ(stemOf("a.b/c"), "c");
    EXPECT_EQ(counted(1, "probe") + ", " + counted(2, "probe"), "1 probe, 2 probes");
    EXPECT_EQ(countedOf(1, 9, "texel") + ", " + countedOf(2, 9, "texel"), "1 of 9 texels is, 2 of 9 texels are");
}

TEST(JsonText, KeepsRowsOnOneLineAndTheOrderOfKeys)
{
    Json json = {{"z", 1}, {"a", Json::array()}};
    for (int i = 0; i < 9; ++i)
        json["a"].push_back({0.1f, 0.2f, 12345.678f});
    const std::string text = jsonText(json);
    EXPECT_EQ(text.substr(0, 50), "{\n  \"z\": 1,\n  \"a\": [\n    [0.1, 0.2, 12345.678],\n  ");
    EXPECT_EQ(jsonText({{"a", 1}, {"b", {1, 2}}}), "{ \"a\": 1, \"b\": [1, 2] }\n");
}

TEST(JsonText, FloatsReadBackToTheSameBits)
{
    for (const float value : {0.1f, -0.0f, 1.0f, 16777216.0f, 3.4028235e38f, 1e-45f, 0.30000001f})
    {
        const Json back = parseJson(jsonText(Json(value)), "test");
        EXPECT_TRUE(back.is_number_float());
        EXPECT_EQ(std::bit_cast<std::uint32_t>(back.get<float>()), std::bit_cast<std::uint32_t>(value));
    }
}

// By RFC 8259: quotes, backslashes and controls are escaped, all else may stay.
TEST(JsonText, EscapesWhatItMust)
{
    EXPECT_EQ(jsonText(Json("a\xff")), "\"a\xef\xbf\xbd\"\n"); // no UTF-8
    EXPECT_EQ(jsonText(Json("a\"b\\c\n\x01 \x7f \xc3\xa4")), "\"a\\\"b\\\\c\\n\\u0001 \x7f \xc3\xa4\"\n");
    EXPECT_EQ(jsonText({{"a\"b", -1}, {"c", {}}, {"d", Json::object()}}),
              "{ \"a\\\"b\": -1, \"c\": null, \"d\": {} }\n");
}

// A line has at most 100 characters, its key and its indentation included.
TEST(JsonText, BreaksLinesThatAreTooLong)
{
    const auto linesOf = [](std::size_t length) {
        const std::string text = jsonText(Json::array({std::string(length, 'x')}));
        return std::count(text.begin(), text.end(), '\n');
    };
    EXPECT_EQ(linesOf(96), 1) << "two brackets and two quotes";
    EXPECT_EQ(linesOf(97), 3);
}

TEST(ParseJson, BuildsWhatTheTextSays)
{
    const Json json = parseJson(R"({"b": [1, -2, 0.5, "x", null, true, {"a": {}, "z": [[]]}], "a": "end"})", "x.json");
    EXPECT_EQ(json.dump(), R"({"b":[1,-2,0.5,"x",null,true,{"a":{},"z":[[]]}],"a":"end"})");
}

TEST(ParseJson, BoundsKeysLevelsAndValues)
{
    EXPECT_EQ(reasonOf(objectOf(256)), "");
    EXPECT_EQ(reasonOf(objectOf(257)), "x.json: more than 256 keys in an object");
    EXPECT_EQ(reasonOf(std::string(32, '[') + std::string(32, ']')), "");
    EXPECT_EQ(reasonOf(std::string(33, '[')), "x.json: nested deeper than 32 levels");
    EXPECT_EQ(reasonOf("{\"a\": 1, \"a\": 2}"), "x.json: a is there twice");
    EXPECT_TRUE(reasonOf("[1,\n 2").starts_with("x.json: not JSON: line 2"));
    std::string many(std::size_t{2} << 24, '1');
    for (std::size_t i = 1; i < many.size(); i += 2)
        many[i] = ',';
    EXPECT_EQ(reasonOf("[" + many + "1]"), "x.json: more than 16777216 values");
}

// Twice the probes took four times as long. Three times is between two and four, on the fastest of five runs each.
TEST(ParseJson, TimeGrowsWithTheBytesAlone)
{
    constexpr std::size_t kProbes = 40000;
    const auto textOf = [](std::size_t probes) {
        std::string text = "[0";
        for (std::size_t i = 0; i < probes; ++i)
            text += ",{\"id\":\"a\",\"file\":\"b\"}";
        return text + "]";
    };
    const auto seconds = [](const std::string& text, std::size_t probes) {
        const double start = threadSeconds();
        EXPECT_EQ(parseJson(text, "x.json").size(), probes + 1);
        return threadSeconds() - start;
    };
    const std::string once = textOf(kProbes), twice = textOf(2 * kProbes);
    double onceSeconds = 1e9, twiceSeconds = 1e9;
    for (int run = 0; run < 5; ++run)
    {
        onceSeconds = std::min(onceSeconds, seconds(once, kProbes));
        twiceSeconds = std::min(twiceSeconds, seconds(twice, 2 * kProbes));
    }
    EXPECT_LT(twiceSeconds, 3.0 * onceSeconds);
}

// The values that the specification of XXH3 gives for no bytes at all.
TEST(Digest, OfNothingIsXxh3s)
{
    EXPECT_EQ(digestOf(""), "99aa06d3014798d86001c324468d497f");
    EXPECT_EQ(shardOf("", 1), 0u);
    EXPECT_EQ(shardOf("", 1000), 138u); // 0x2d06800538d394c2 modulo 1000
}

TEST(Digest, OfPartsIsThatOfTheWhole)
{
    std::string text;
    for (int i = 0; i < 3000; ++i) // more than XXH3 keeps for later
        text += static_cast<char>('a' + i % 23);
    const auto bytes = std::as_bytes(std::span(text));
    Digest digest;
    for (const std::size_t size : {0u, 1u, 255u, 2000u})
        digest.add(bytes.subspan(digest.bytes(), size));
    digest.add(bytes.subspan(digest.bytes()));
    EXPECT_EQ(digest.bytes(), bytes.size());
    EXPECT_EQ(digest.text(), digestOf(text));
    EXPECT_EQ(Digest().text(), digestOf(""));
}

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

TEST(ParseRotation, QuarterTurnsAreExact)
{
    const auto parseRotation = [](std::string_view text) { return rotationBy(parseDegrees(text)); };
    EXPECT_EQ(parseRotation("90,0,0"), (Rotation{1, 0, 0, 0, 0, -1, 0, 1, 0}));   // y to z
    EXPECT_EQ(parseRotation("0,90,0"), (Rotation{0, 0, 1, 0, 1, 0, -1, 0, 0}));   // z to x
    EXPECT_EQ(parseRotation("0,0,90"), (Rotation{0, -1, 0, 1, 0, 0, 0, 0, 1}));   // x to y
    EXPECT_EQ(parseRotation("90,90,0"), (Rotation{0, 1, 0, 0, 0, -1, -1, 0, 0})); // x comes first: y to z to x
    EXPECT_EQ(parseRotation("0,0,-270"), parseRotation("0,0,90"));
    EXPECT_EQ(parseRotation("720,-360,0"), (Rotation{1, 0, 0, 0, 1, 0, 0, 0, 1}));
}

TEST(ParseRotation, ThreeFiniteNumbersAreNeeded)
{
    for (const char* wrong : {"", "1", "1,2", "1,2,3,4", "1,2,x", "1,,3", "1,2,inf", "1, 2,3"})
        EXPECT_THROW(parseDegrees(wrong), Failure) << wrong;
}
