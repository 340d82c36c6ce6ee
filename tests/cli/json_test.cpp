#include "support/json.h"

#include "support/failure.h"
#include "support/threads.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <string>

using namespace pn::cli;
using pn::testing::threadSeconds;

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

TEST(JsonText, WritesNamesThatAreNotUtf8)
{
    EXPECT_EQ(jsonText(Json("a\xff")), "\"a\xef\xbf\xbd\"\n");
}

// By RFC 8259: quotes, backslashes and controls are escaped, all else may stay.
TEST(JsonText, EscapesWhatItMust)
{
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

TEST(ParseJson, NamesTheFile)
{
    try
    {
        parseJson("[1,\n 2", "file.json");
        FAIL();
    }
    catch (const Failure& failure)
    {
        EXPECT_EQ(failure.exit(), Exit::InvalidInput);
        EXPECT_EQ(std::string(failure.what()).rfind("file.json: not JSON: line 2", 0), 0u) << failure.what();
    }
}

namespace {

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
