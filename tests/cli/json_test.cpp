#include "json.h"

#include "failure.h"

#include <gtest/gtest.h>

#include <bit>
#include <limits>

using namespace pn::cli;

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
