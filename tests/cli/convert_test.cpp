// `convert`: what it makes of coefficients, and the files that it reads: JSON, our own text by its header line, cmgen's
// output, text that does not say what it holds, and files that are not what they should be.
#include "files.h"
#include "program.h"

#include <cmath>
#include <numbers>

using namespace pn::test;

namespace {

// What cmgen 1.9.25 (Debian 12) wrote for a made map, by --sh-output=sh.txt --sh=2.
const std::string kCmgenRows = "( 2.429924249649048,  1.986801147460938,  2.084010124206543); // L00\n"
                               "( 0.000211000588024,  0.089249700307846,  0.000000104192033); // L1-1\n"
                               "( 0.071658372879028, -0.000049280617532,  0.000000000000000); // L10\n"
                               "(-0.022428017109632, -0.000000064754126, -0.000000071631895); // L11\n";

// The same as it stands on standard output, which --no-mirror leaves the third line out of.
const std::string kCmgenOutput = "Decoding image...\nConverting equirectangular image... \nMirroring...\n"
                                 "Spherical harmonics...\n" +
                                 kCmgenRows;
const std::string kCmgenUnmirrored =
    "Decoding image...\nConverting equirectangular image... \nSpherical harmonics...\n" + kCmgenRows;

// By --sh-shader.
const std::string kCmgenShader =
    "( 0.685468912124634,  0.560466229915619,  0.587888419628143); // L00, irradiance, pre-scaled base\n"
    "(-0.000065760992584, -0.027815792709589, -0.000000032472762); // L1-1, irradiance, pre-scaled base\n"
    "( 0.022333232685924, -0.000015358922610,  0.000000000000000); // L10, irradiance, pre-scaled base\n"
    "( 0.006989973597229,  0.000000020181437,  0.000000022324981); // L11, irradiance, pre-scaled base\n";

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

std::string coefficients(const std::vector<double>& red)
{
    nlohmann::json rows = nlohmann::json::array();
    for (const double value : red)
        rows.push_back({value, value, value});
    const int bands = static_cast<int>(std::lround(std::sqrt(static_cast<double>(red.size()))));
    return nlohmann::json{{"bands", bands}, {"convention", "canonical"}, {"coefficients", rows}}.dump();
}

nlohmann::json convert(Names arguments, const std::string& input)
{
    arguments.insert(arguments.begin(), {"convert", "-"});
    return jsonOf(arguments, input);
}

float at(const nlohmann::json& json, std::size_t row, std::size_t channel = 0)
{
    return json.at("coefficients").at(row).at(channel).get<float>();
}

// A map whose light has no symmetry.
std::string map()
{
    return radianceFile(8, 4, [](std::uint32_t x, std::uint32_t y) {
        return Rgb{x == 1 ? 128.0f : 1.0f, y == 0 ? 8.0f : 1.0f, x == 6 && y == 2 ? 64.0f : 2.0f};
    });
}

} // namespace

// unity, unreal and directxmath are channel-major in memory; a file has rows r g b all the same, and says so.
TEST(Convert, RowsAreNamedWhereTheEngineHasChannels)
{
    const auto printed = [](const std::string& convention, const char* format) {
        return run({"convert", "-", "--convention", convention, "--format", format}, sampleJson()).out;
    };
    for (const char* convention : {"unity", "unreal", "directxmath", "three"})
    {
        for (const char* format : {"text", "json", "c", "hlsl"})
            EXPECT_EQ(printed(convention, format).find("rows r g b") != std::string::npos,
                      convention != std::string("three"))
                << convention << ' ' << format;
        const auto file = nlohmann::json::parse(printed(convention, "json"));
        for (const auto& row : file["coefficients"])
        {
            EXPECT_NEAR(row[1].get<double>(), 0.5 * row[0].get<double>(), 1e-6) << convention;
            EXPECT_NEAR(row[2].get<double>(), 2.0 * row[0].get<double>(), 1e-6) << convention;
        }
    }
    // The words are a part of the header line, which is read again.
    EXPECT_NEAR(at(convert({}, printed("unity", "text")), 0), 4.0, 1e-6);
}

// Rows 1, 2, 3 are y, z, x; ParseRotation has the other axes.
TEST(Convert, RotationTurnsTheEnvironmentTheWayTheManualSays)
{
    const std::string fromZ = coefficients({1, 0, 1, 0});
    const auto aboutY = convert({"--rotate", "0,90,0"}, fromZ);
    EXPECT_EQ(at(aboutY, 3), 1.0f);
    EXPECT_EQ(at(aboutY, 2), 0.0f);
    const auto third = convert({"--rotate", "0,-30,0"}, fromZ);
    EXPECT_NEAR(at(third, 3), -0.5, 1e-6);
    EXPECT_NEAR(at(third, 2), std::sqrt(0.75), 1e-6);
}

TEST(Convert, WindowsAddUp)
{
    const std::string flat = coefficients({1, 1, 1, 1});
    const auto first = convert({"--window", "hann:3"}, flat);
    EXPECT_NEAR(at(first, 1), 0.75, 1e-6);
    for (const std::string& windowed : {first.dump(), run({"convert", "-", "--window", "hann:3"}, flat).out})
    {
        const auto second = convert({"--window", "lanczos:2"}, windowed);
        EXPECT_EQ(second["window"], "hann:3+lanczos:2");
        EXPECT_NEAR(at(second, 1), 0.75 * 2.0 / std::numbers::pi, 1e-6);
    }
}

TEST(Convert, ArraysStayArraysAndInputsOfTheFileAreKept)
{
    auto json = nlohmann::json::parse(sampleJson());
    json["input"] = {{"path", "maps/sky.hdr"}, {"layout", "equirect"}};
    json["extra"] = 3;
    EXPECT_TRUE(convert({}, "[" + json.dump() + "]").is_array());
    const std::string both = "[" + json.dump() + "," + sampleJson("three") + "]";
    const auto result = convert({"--convention", "unity"}, both);
    ASSERT_EQ(result.size(), 2u);
    EXPECT_EQ(result[0]["coefficients"], result[1]["coefficients"]);
    EXPECT_EQ(result[0]["input"], json["input"]);
    EXPECT_FALSE(result[0].contains("extra"));
    const auto ofText = convert({}, run({"convert", "-", "--convention", "unity"}, both).out);
    ASSERT_EQ(ofText.size(), 2u);
    EXPECT_NEAR(at(ofText[1], 0), 4.0f, 1e-6f);
}

TEST(Convert, BrokenJsonIsRefusedByKeyOrLine)
{
    const std::pair<const char*, const char*> files[] = {
        {"", "empty"},
        {"  \n", "empty"},
        {"{", "not JSON: line 1"},
        {"{} x", "not JSON: line 1"},
        {"[]", "no coefficients"},
        {"[3]", "[0]: must be an object"},
        {"{}", "convention is missing"},
        {R"({"convention": 3})", "convention must be a string"},
        {R"({"convention": "mine"})", "convention must be one of canonical"},
        {R"({"convention": "unity"})", "bands is missing"},
        {R"({"convention": "three", "bands": 0})", "bands must be a whole number in 1..5, found 0"},
        {R"({"convention": "three", "bands": "3"})", "1..5, found \"3\""},
        {R"({"convention": "three", "bands": 2.5})", "1..5, found 2.5"},
        {R"({"convention": "three", "bands": 4})", "bands must be 3 for convention three, found 4"},
        {R"({"convention": "canonical", "bands": 1})", "coefficients is missing"},
        {R"({"convention": "unity-sha", "bands": 3})", "vectors is missing"},
        {R"({"convention": "canonical", "bands": 1, "coefficients": []})", "must be an array of 1 rows"},
        {R"({"convention": "canonical", "bands": 1, "coefficients": [[1, 2]]})",
         "coefficients[0] must be an array of 3 numbers"},
        {R"({"convention": "canonical", "bands": 1, "coefficients": [[1, 2, "3"]]})",
         "coefficients[0][2] must be a number"},
        {R"({"convention": "canonical", "bands": 1, "coefficients": [[1, 2, null]]})",
         "coefficients[0][2] must be a number"},
        {R"({"convention": "canonical", "bands": 1, "coefficients": [[1, 2, 1e99]]})", "not JSON"},
        {R"({"convention": "canonical", "bands": 1, "bands": 1})", "bands is there twice"},
        {R"({"convention": "canonical", "axes": "up", "bands": 1})", "axes must be one of keep"},
        {"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", "nested deeper"},
    };
    const Folder folder, out;
    for (const auto& [bytes, reason] : files)
    {
        SCOPED_TRACE(bytes);
        expectFailure(run({"convert", folder.add("sh.json", bytes), "-o", out.path("out.json")}), 3,
                      {"sh.json: ", reason});
        EXPECT_EQ(out.names(), Names{});
    }
}

TEST(Convert, WhatItCannotReadOrHoldIsRefused)
{
    const Folder folder;
    expectFailure(run({"convert", folder.path("nope.json")}), 2, {"nope.json: ", "No such file"});
    expectFailure(run({"convert", folder.path(".")}), 2, {folder.path("."), "is a folder"});
    const std::string five = coefficients(std::vector<double>(25, 1.0));
    expectFailure(run({"convert", "-", "--convention", "unity"}, five), 1, {"unity", "3 bands, not 5"});
}

TEST(ShText, OwnFilesOfEveryConventionAreReadAgain)
{
    const Folder folder;
    const std::string original = folder.add("original.json", sampleJson());
    for (const char* convention :
         {"canonical", "unity", "unity-sha", "unreal", "unreal-packed", "filament", "filament-radiance", "godot",
          "three", "babylon", "playcanvas", "directxmath", "google", "cmft", "eevee"})
        for (const char* axes : {"keep", "zup", "mirror-x"})
        {
            SCOPED_TRACE(std::string(convention) + ' ' + axes);
            const std::string text = folder.path("sh.txt"), json = folder.path("sh.json");
            for (const std::string& there : {text, json})
            {
                ASSERT_EQ(run({"convert", original, "--convention", convention, "--axes", axes, "-o", there}).exit, 0);
                EXPECT_EQ(run({"compare", original, there, "--tolerance", "1e-6"}).exit, 0) << there;
            }
            EXPECT_EQ(run({"convert", text, "--from", convention, "--from-axes", axes}).exit, 0);
        }
}

TEST(ShText, ProjectsOutputCanBePipedIntoConvert)
{
    const Folder folder;
    const std::string sky = folder.add("sky, 3 bands, unity.hdr", map()); // a name that looks like a header's end
    const Outcome project = run({"project", sky, "--device", "cpu"});
    const Outcome again = run({"convert", "-", "--convention", "canonical"}, project.out);
    ASSERT_EQ(again.exit, 0) << again.err;
    EXPECT_EQ(again.out.substr(again.out.find('\n')), project.out.substr(project.out.find('\n')));
    const std::string text = folder.add("sky.txt", project.out);
    const std::string json = folder.path("sky.json");
    ASSERT_EQ(run({"project", sky, "--device", "cpu", "-o", json}).exit, 0);
    EXPECT_EQ(run({"compare", text, json}).exit, 0);
}

TEST(ShText, FromSaysWhatTextIsWithoutAHeader)
{
    const std::string rows = "(1, 2, 3);\n(4, 5, 6);\n(7, 8, 9);\n(10, 11, 12)\n";
    expectFailure(run({"convert", "-"}, rows), 1, {"--from", "canonical, unity,"});
    EXPECT_EQ(at(convert({"--from", "canonical"}, rows), 1), 4.0f);
    EXPECT_EQ(at(convert({"--from", "google"}, rows), 1), -4.0f);
    EXPECT_EQ(at(convert({"--from", "canonical", "--from-axes", "mirror-x"}, rows), 3), -10.0f);
    const Folder folder;
    const std::string json = folder.add("sh.json", sampleJson());
    const Outcome text = run({"convert", json});
    const std::string file = folder.add("rows.txt", text.out.substr(text.out.find('\n') + 1));
    expectFailure(run({"compare", json, file}), 2, {"rows.txt: ", "--from"});
    EXPECT_EQ(run({"compare", json, file, "--from", "canonical", "--tolerance", "1e-6"}).exit, 0);
    EXPECT_EQ(run({"compare", file, json, "--from", "google", "--tolerance", "1e-6"}).exit, 1);
}

TEST(ShText, FromIsForTextOnlyAndMayNotContradictItsHeader)
{
    const Folder folder;
    const std::string json = folder.add("sh.json", sampleJson()), sky = folder.add("sky.hdr", map());
    expectFailure(run({"convert", json, "--from", "unity"}), 1, {"--from", "text"});
    expectFailure(run({"convert", json, "--from-axes", "zup"}), 1, {"--from-axes", "text"});
    expectFailure(run({"compare", sky, sky, "--from", "unity"}), 2, {"--from", "text"});
    const std::string text = run({"convert", "-", "--convention", "unity", "--axes", "zup"}, sampleJson()).out;
    expectFailure(run({"convert", "-", "--from", "unreal"}, text), 1, {"header says unity", "--from says unreal"});
    expectFailure(run({"convert", "-", "--from-axes", "keep"}, text), 1, {"header says zup", "--from-axes says keep"});
}

TEST(ShText, CmgenIsRecognised)
{
    // Odd m have cmgen's sign; x is mirrored, so L11 changes its sign twice.
    const auto mirrored = convert({}, kCmgenOutput);
    EXPECT_EQ(mirrored["bands"], 2);
    EXPECT_FLOAT_EQ(at(mirrored, 0, 2), 2.084010124206543f);
    EXPECT_FLOAT_EQ(at(mirrored, 1, 1), -0.089249700307846f);
    EXPECT_FLOAT_EQ(at(mirrored, 2), 0.071658372879028f);
    EXPECT_FLOAT_EQ(at(mirrored, 3), -0.022428017109632f);
    EXPECT_FLOAT_EQ(at(convert({}, kCmgenUnmirrored), 3), 0.022428017109632f);
    EXPECT_FLOAT_EQ(at(convert({"--from-axes", "keep"}, kCmgenOutput), 3), 0.022428017109632f);
}

TEST(ShText, MirrorOfCmgensFileIsAssumedAloud)
{
    const Outcome assumed = run({"convert", "-"}, kCmgenRows);
    EXPECT_NE(assumed.err.find("warning: -: taken as cmgen's, mirrored in x"), std::string::npos) << assumed.err;
    EXPECT_FLOAT_EQ(at(convert({}, kCmgenRows), 3), -0.022428017109632f);
    EXPECT_FLOAT_EQ(at(convert({"--from-axes", "keep"}, kCmgenRows), 3), 0.022428017109632f);
    EXPECT_EQ(run({"convert", "-", "--from-axes", "keep"}, kCmgenRows).err, "");
}

TEST(ShText, CmgensShaderRowsAreFilaments)
{
    const auto result = convert({}, kCmgenShader);
    // P0 = L00 / (2 sqrt pi), P2 = L10 (2/3) sqrt(3 / (4 pi)): docs/conventions.md
    EXPECT_NEAR(at(result, 0), 0.685468912 * 3.544907702, 2e-6);
    EXPECT_NEAR(at(result, 2), 0.022333233 / 0.325735008, 2e-6);
}

TEST(ShText, CmgensIrradianceRowsAreRefused)
{
    expectFailure(run({"convert", "-"}, "( 7.633831977844238,  6.241719722747803,  6.547111511230469); // L00, "
                                        "irradiance\n"),
                  5, {"--sh-irradiance", "divided by pi"});
}

TEST(ShText, BrokenTextIsRefusedByItsLine)
{
    const auto refuse = [](const std::string& text, const std::string& reason) {
        expectFailure(run({"convert", "-", "--from", "canonical"}, text), 3, {reason});
    };
    refuse("(1, 2, 3);\n(4, 5, 6);\n", "2 rows of 3 numbers");
    refuse("(1, 2);\n", "line 1: must have 3 or 4 numbers, found 2");
    refuse("(1, 2, 3, 4);\n", "line 1: must have 3 numbers, found 4");
    refuse("// x\n(1, 2, nan);\n", "line 2: nan is not a finite number");
    refuse("(1, 2, 3) 4\n", "line 1: must read");
    refuse("(1, 2, 3\n", "line 1: must read");
    refuse("hello\n", "line 1: must read");
    refuse("Decoding image...\n(1, 2, 3);\n", "line 1: must read");
    refuse("// nothing else\n", "no coefficients");
    refuse("// sky, 2 bands, canonical\n(1, 2, 3);\n", "1 rows of 3 numbers cannot be canonical of 2 bands");
}
