// `convert`: conventions there and back, rotation, and files that are not what they should be.
#include "files.h"
#include "program.h"

#include <cctype>
#include <cmath>
#include <numbers>

using namespace pn::test;

namespace {

constexpr int kInvalidInput = 3;
const double kWhite = 2.0 * std::sqrt(std::numbers::pi); // L00 of radiance 1

// Nine different numbers, green and blue derived from red.
std::string sampleJson(const std::string& convention = "canonical")
{
    nlohmann::json rows = nlohmann::json::array();
    for (int i = 0; i < 9; ++i)
    {
        const double value = i == 0 ? 4.0 : 0.25 * i - 1.1;
        rows.push_back({value, 0.5 * value, 2.0 * value});
    }
    return nlohmann::json{{"bands", 3}, {"convention", convention}, {"coefficients", rows}}.dump();
}

nlohmann::json convert(std::vector<std::string> arguments, const std::string& input = "")
{
    arguments.insert(arguments.begin(), {"convert", "--format", "json"});
    const Outcome result = run(arguments, input);
    EXPECT_EQ(result.exit, 0) << result.err;
    return result.exit == 0 ? result.json() : nlohmann::json{};
}

std::string coefficients(const std::vector<double>& red)
{
    nlohmann::json rows = nlohmann::json::array();
    for (const double value : red)
        rows.push_back({value, value, value});
    const int bands = static_cast<int>(std::lround(std::sqrt(static_cast<double>(red.size()))));
    return nlohmann::json{{"bands", bands}, {"convention", "canonical"}, {"coefficients", rows}}.dump();
}

std::string arrayOf(const std::vector<std::string>& objects)
{
    nlohmann::json array = nlohmann::json::array();
    for (const std::string& object : objects)
        array.push_back(nlohmann::json::parse(object));
    return array.dump();
}

double at(const nlohmann::json& json, std::size_t row)
{
    return json.at("coefficients").at(row).at(0).get<double>();
}

} // namespace

class ConventionRoundTrip : public testing::TestWithParam<const char*>
{
};

TEST_P(ConventionRoundTrip, ComesBackWithinAFewRoundings)
{
    const Folder folder;
    const std::string original = folder.add("original.json", sampleJson());
    for (const char* axes : {"keep", "unreal", "zup", "mirror-x", "mirror-z"})
    {
        const std::string there = folder.path("there.json");
        const std::string back = folder.path("back.json");
        ASSERT_EQ(run({"convert", original, "--convention", GetParam(), "--axes", axes, "-o", there}).exit, 0);
        ASSERT_EQ(run({"convert", there, "-o", back}).exit, 0);
        EXPECT_EQ(run({"compare", original, back, "--tolerance", "1e-6"}).exit, 0) << axes;
    }
}

INSTANTIATE_TEST_SUITE_P(Conventions, ConventionRoundTrip,
                         testing::Values("canonical", "unity", "unity-sha", "unreal", "unreal-packed", "filament",
                                         "filament-radiance", "godot", "three", "babylon", "playcanvas", "directxmath",
                                         "google", "cmft", "eevee"));

TEST(Convert, WhiteWorldIsOneInPolynomialConventions)
{
    const std::string white = coefficients({kWhite, 0, 0, 0, 0, 0, 0, 0, 0});
    for (const char* convention : {"unity", "filament"})
        EXPECT_NEAR(at(convert({"-", "--convention", convention}, white), 0), 1.0, 1e-6) << convention;
    EXPECT_NEAR(at(convert({"-", "--convention", "godot"}, white), 0), kWhite / std::numbers::pi, 1e-6);
}

TEST(Convert, OddOrdersChangeSignWithCondonAndShortley)
{
    const std::string input = coefficients({5, 1, 2, 3, 0.4, 0.5, 0.6, 0.7, 0.8});
    const std::vector<double> signs = {1, -1, 1, -1, 1, -1, 1, -1, 1};
    const std::vector<double> values = {5, 1, 2, 3, 0.4, 0.5, 0.6, 0.7, 0.8};
    for (const char* convention : {"unreal", "directxmath", "google", "cmft", "filament-radiance", "eevee"})
    {
        const auto result = convert({"-", "--convention", convention}, input);
        for (std::size_t i = 0; i < 9; ++i)
            EXPECT_NEAR(at(result, i), signs[i] * values[i], 1e-6) << convention << " row " << i;
    }
}

TEST(Convert, ChannelsStayInTheirColumns)
{
    // unity and unreal are channel-major in memory; a file has rows r g b all the same
    const Folder folder;
    const std::string file = folder.add("sh.json", sampleJson());
    for (const char* convention : {"unity", "unreal", "directxmath", "three"})
    {
        const auto result = convert({file, "--convention", convention});
        for (const auto& row : result["coefficients"])
        {
            EXPECT_NEAR(row[1].get<double>(), 0.5 * row[0].get<double>(), 1e-6) << convention;
            EXPECT_NEAR(row[2].get<double>(), 2.0 * row[0].get<double>(), 1e-6) << convention;
        }
    }
}

TEST(Convert, RowsAreNamedWhereTheEngineHasChannels)
{
    const Folder folder;
    const std::string file = folder.add("sh.json", sampleJson());
    const auto printed = [&](const std::string& convention, const char* format) {
        const Outcome result = run({"convert", file, "--convention", convention, "--format", format});
        EXPECT_EQ(result.exit, 0) << result.err;
        return result.out;
    };
    for (const char* format : {"text", "json", "c", "hlsl"})
    {
        for (const char* convention : {"unity", "unreal", "directxmath"})
            EXPECT_NE(printed(convention, format).find("rows r g b"), std::string::npos) << convention << ' ' << format;
        EXPECT_EQ(printed("three", format).find("rows r g b"), std::string::npos) << format;
    }
    // The words are a part of the header line, which is read again.
    const auto back = convert({"-"}, printed("unity", "text"));
    EXPECT_NEAR(at(back, 0), 4.0, 1e-6);
}

TEST(Convert, RotationTurnsTheEnvironmentTheWayTheManualSays)
{
    // the first band of light from direction d is K1 d, rows y z x: 0,90,0 takes z to x; 90,0,0 y to z; 0,0,90 x to y
    const std::string fromZ = coefficients({1, 0, 1, 0});
    const auto aboutY = convert({"-", "--rotate", "0,90,0"}, fromZ);
    EXPECT_EQ(at(aboutY, 3), 1.0);
    EXPECT_EQ(at(aboutY, 2), 0.0);
    const auto aboutX = convert({"-", "--rotate", "90,0,0"}, coefficients({1, 1, 0, 0}));
    EXPECT_EQ(at(aboutX, 2), 1.0);
    const auto aboutZ = convert({"-", "--rotate", "0,0,90"}, coefficients({1, 0, 0, 1}));
    EXPECT_EQ(at(aboutZ, 1), 1.0);
    // x first: z goes to -y about x, then stays there about y
    const auto both = convert({"-", "--rotate", "90,90,0"}, fromZ);
    EXPECT_EQ(at(both, 1), -1.0);
    const auto half = convert({"-", "--rotate", "0,-30,0"}, fromZ);
    EXPECT_NEAR(at(half, 3), -0.5, 1e-6);
    EXPECT_NEAR(at(half, 2), std::sqrt(0.75), 1e-6);
}

TEST(Convert, WindowsAddUp)
{
    const auto first = convert({"-", "--window", "hann:3"}, coefficients({1, 1, 1, 1}));
    EXPECT_NEAR(at(first, 1), 0.75, 1e-6);
    const auto second = convert({"-", "--window", "lanczos:2"}, first.dump());
    EXPECT_EQ(second["window"], "hann:3+lanczos:2");
    EXPECT_NEAR(at(second, 1), 0.75 * 2.0 / std::numbers::pi, 1e-6);
}

TEST(Convert, ArraysStayArrays)
{
    const auto one = convert({"-"}, arrayOf({sampleJson()}));
    ASSERT_TRUE(one.is_array());
    const auto two = convert({"-", "--convention", "unity"}, arrayOf({sampleJson(), sampleJson("three")}));
    ASSERT_EQ(two.size(), 2u);
    EXPECT_EQ(two[0]["coefficients"], two[1]["coefficients"]);
}

TEST(Convert, InputOfTheFileIsKept)
{
    auto json = nlohmann::json::parse(sampleJson());
    json["input"] = {{"path", "maps/sky.hdr"}, {"layout", "equirect"}};
    json["extra"] = 3;
    const auto result = convert({"-"}, json.dump());
    EXPECT_EQ(result["input"], json["input"]);
    EXPECT_FALSE(result.contains("extra"));
}

namespace {

struct BadFile
{
    const char* bytes;
    const char* reason;
};

// The name of the case for ctest, which wants no brackets and no two alike.
std::ostream& operator<<(std::ostream& out, const BadFile& file)
{
    for (const char c : std::string(file.reason))
        out << (std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_');
    return out << '_' << std::string(file.bytes).size();
}

class BadFiles : public testing::TestWithParam<BadFile>
{
};

} // namespace

TEST_P(BadFiles, AreRefusedByKeyOrLine)
{
    const Folder folder;
    const std::string file = folder.add("sh.json", GetParam().bytes);
    const Folder out;
    expectFailure(run({"convert", file, "-o", out.path("out.json")}), kInvalidInput, {"sh.json: ", GetParam().reason});
    EXPECT_EQ(out.names(), std::vector<std::string>{});
}

INSTANTIATE_TEST_SUITE_P(
    Files, BadFiles,
    testing::Values(BadFile{"", "empty"}, BadFile{"  \n", "empty"}, BadFile{"{", "not JSON: line 1"},
                    BadFile{"{} x", "not JSON: line 1"}, BadFile{"[]", "no coefficients"},
                    BadFile{"[3]", "[0]: must be an object"}, BadFile{"{}", "convention is missing"},
                    BadFile{R"({"convention": 3})", "convention must be a string"},
                    BadFile{R"({"convention": "mine"})", "convention must be one of canonical"},
                    BadFile{R"({"convention": "unity"})", "bands is missing"},
                    BadFile{R"({"convention": "three", "bands": 0})", "bands must be a whole number in 1..5, found 0"},
                    BadFile{R"({"convention": "three", "bands": "3"})", "1..5, found \"3\""},
                    BadFile{R"({"convention": "three", "bands": 2.5})", "1..5, found 2.5"},
                    BadFile{R"({"convention": "three", "bands": 4})", "bands must be 3 for convention three, found 4"},
                    BadFile{R"({"convention": "canonical", "bands": 1})", "coefficients is missing"},
                    BadFile{R"({"convention": "unity-sha", "bands": 3})", "vectors is missing"},
                    BadFile{R"({"convention": "canonical", "bands": 1, "coefficients": []})",
                            "must be an array of 1 rows"},
                    BadFile{R"({"convention": "canonical", "bands": 1, "coefficients": [[1, 2]]})",
                            "coefficients[0] must be an array of 3 numbers"},
                    BadFile{R"({"convention": "canonical", "bands": 1, "coefficients": [[1, 2, "3"]]})",
                            "coefficients[0][2] must be a number"},
                    BadFile{R"({"convention": "canonical", "bands": 1, "coefficients": [[1, 2, null]]})",
                            "coefficients[0][2] must be a number"},
                    BadFile{R"({"convention": "canonical", "bands": 1, "coefficients": [[1, 2, 1e99]]})", "not JSON"},
                    BadFile{R"({"convention": "canonical", "bands": 1, "bands": 1})", "bands is there twice"},
                    BadFile{R"({"convention": "canonical", "axes": "up", "bands": 1})", "axes must be one of keep"},
                    BadFile{"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "nested deeper"}));

TEST(Convert, MissingFileAndFolderAreFileErrors)
{
    const Folder folder;
    expectFailure(run({"convert", folder.path("nope.json")}), 2, {"nope.json: ", "No such file"});
    expectFailure(run({"convert", folder.path(".")}), 2, {folder.path("."), "is a folder"});
}

TEST(Convert, TooManyBandsForTheConventionIsACommandLineError)
{
    std::vector<double> red(25, 1.0);
    expectFailure(run({"convert", "-", "--convention", "unity"}, coefficients(red)), 1, {"unity", "3 bands, not 5"});
}
