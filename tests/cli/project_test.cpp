// `project` on inputs written here, against coefficients found with pen and paper.
#include "files.h"
#include "program.h"

#include <cmath>
#include <cstdlib>
#include <numbers>

using namespace pn::test;

namespace {

constexpr double kPi = std::numbers::pi;
const double kK0 = 0.5 * std::sqrt(1.0 / kPi);
const double kK1 = 0.5 * std::sqrt(3.0 / kPi);
const double kK3 = 0.25 * std::sqrt(5.0 / kPi);
const double kK4 = 0.25 * std::sqrt(15.0 / kPi);

constexpr double kFloat = 4e-7; // of the largest coefficient: a float's rounding and a sum's

// One texel a face, each seen along an axis and as wide as a sixth of the sphere.
constexpr std::array<float, 6> kAxes = {1, 2, 4, 8, 16, 32};

std::array<double, 9> axesCoefficients()
{
    const double w = 4.0 * kPi / 6.0;
    const double x = kAxes[0] + kAxes[1];
    const double y = kAxes[2] + kAxes[3];
    const double z = kAxes[4] + kAxes[5];
    return {w * kK0 * (x + y + z),
            w * kK1 * (kAxes[2] - kAxes[3]),
            w * kK1 * (kAxes[4] - kAxes[5]),
            w * kK1 * (kAxes[0] - kAxes[1]),
            0.0,
            0.0,
            w * kK3 * (2.0 * z - x - y),
            0.0,
            w * kK4 * (x - y)};
}

void expectAxes(const nlohmann::json& result)
{
    const std::array<double, 9> expected = axesCoefficients();
    const auto& rows = result.at("coefficients");
    ASSERT_EQ(rows.size(), 9u);
    for (std::size_t i = 0; i < 9; ++i)
        for (std::size_t c = 0; c < 3; ++c)
            EXPECT_NEAR(rows[i][c].get<double>(), expected[i], kFloat * expected[0]) << "row " << i;
}

Rgb greyOf(float value)
{
    return {value, value, value};
}

std::string axesCube()
{
    return ddsCube(1, [](auto face, auto, auto) { return greyOf(kAxes[face]); });
}

// A cube of six texels, and what the command makes of it.
class Project : public testing::Test
{
protected:
    static nlohmann::json project(Names arguments)
    {
        arguments.insert(arguments.begin(), "project");
        arguments.insert(arguments.end(), {"--log-level", "error"}); // without the warnings that info_test has
        return cpuJson(arguments);
    }

    static Outcome print(const std::string& file, const std::string& format)
    {
        return run({"project", file, "--device", "cpu", "--format", format});
    }

    Folder m_folder;
    std::string m_cube = m_folder.add("cube.dds", axesCube());
};

} // namespace

TEST_F(Project, OneTexelFacesFollowTheFaceTable)
{
    expectAxes(project({m_cube}));
}

TEST_F(Project, SixFilesAreOneCubemapByPatternByNameAndByOrder)
{
    Names files;
    const char* names[] = {"px", "nx", "py", "ny", "pz", "nz"};
    for (std::size_t i = 0; i < 6; ++i)
        files.push_back(m_folder.add(std::string("sky_") + names[i] + ".hdr", flatMap(1, 1, greyOf(kAxes[i]))));
    expectAxes(project({m_folder.path("sky_%.hdr")}));
    expectAxes(project({files[3]}));
    expectAxes(project(files)); // what a glob gives: still one cubemap
    files.insert(files.begin(), {"--layout", "faces"});
    expectAxes(project(files));
}

TEST_F(Project, CrossHasTheSameFaces)
{
    // +Y over, -Y under the second column; middle row -X +Z +X -Z
    const std::array<std::array<float, 4>, 3> cross = {
        {{0, kAxes[2], 0, 0}, {kAxes[1], kAxes[4], kAxes[0], kAxes[5]}, {0, kAxes[3], 0, 0}}};
    const std::string file = radianceFile(4, 3, [&](auto x, auto y) { return greyOf(cross[y][x]); });
    const auto result = project({m_folder.add("cross.hdr", file)});
    expectAxes(result);
    EXPECT_EQ(result["input"]["layout"], "hcross");
    EXPECT_EQ(result["input"]["faceSize"], 1);
}

TEST_F(Project, StandardInputIsAnInput)
{
    const auto result = jsonOf({"project", "-", "--device", "cpu"}, axesCube());
    expectAxes(result);
    EXPECT_EQ(result["input"]["path"], "-");
}

TEST_F(Project, JsonHasTheDocumentedKeysAndNoOthers)
{
    const auto result = project({m_cube});
    const auto keys = [](const nlohmann::json& object) {
        Names names;
        for (const auto& [key, value] : object.items())
            names.push_back(key);
        return names; // sorted, as nlohmann::json keeps them
    };
    EXPECT_EQ(keys(result), (Names{"algorithm", "bands", "coefficients", "convention", "device", "input", "irradiance",
                                   "probenorm", "seconds", "window"}));
    EXPECT_EQ(keys(result["input"]),
              (Names{"clamped", "faceSize", "layout", "max", "min", "negative", "nonFinite", "path", "texels"}));
    EXPECT_EQ(keys(result["device"]), (Names{"backend", "name", "reproducible"}));
    EXPECT_EQ(keys(result["seconds"]), (Names{"decode", "project"}));
    EXPECT_EQ(result["input"]["layout"], "cubemap");
    EXPECT_EQ(result["input"]["texels"], 6);
    EXPECT_EQ(result["input"]["min"], 1.0);
    EXPECT_EQ(result["input"]["max"], 32.0);
    EXPECT_EQ(result["device"]["backend"], "cpu");
    EXPECT_EQ(result["device"]["reproducible"], true);
}

TEST_F(Project, EquirectJsonHasWidthAndHeight)
{
    const Rgb colour = {2, 1, 0.5f};
    const auto result = project({m_folder.add("map.hdr", flatMap(4, 2, colour))});
    EXPECT_EQ(result["input"]["layout"], "equirect");
    EXPECT_EQ(result["input"]["width"], 4);
    EXPECT_EQ(result["input"]["height"], 2);
    EXPECT_FALSE(result["input"].contains("faceSize"));
    for (std::size_t c = 0; c < 3; ++c)
        EXPECT_NEAR(result["irradiance"]["average"][c].get<double>(), colour[c], kFloat * colour[c]);
}

TEST_F(Project, SeveralInputsMakeAnArrayInTheirOrder)
{
    const std::string map = m_folder.add("map.hdr", flatMap(4, 2));
    const auto result = project({map, m_cube, m_cube, map});
    ASSERT_EQ(result.size(), 4u);
    EXPECT_EQ(result[0]["input"]["path"], map);
    EXPECT_EQ(result[3]["coefficients"], result[0]["coefficients"]);
    EXPECT_EQ(result[2]["coefficients"], result[1]["coefficients"]);
    expectAxes(result[1]);
    const auto small = project({m_cube, m_cube, "--max-bytes", "96"}); // a batch of one cube of 6 * 16 bytes
    EXPECT_EQ(small[1]["coefficients"], result[1]["coefficients"]);
}

TEST_F(Project, OutputFilesAreOneForAllOrOneEach)
{
    const std::string other = m_folder.add("b.dds", axesCube());
    for (const char* output : {"sh_{}.json", "all.json"})
    {
        const Outcome result = run({"project", m_cube, other, "-o", m_folder.path(output), "--device", "cpu"});
        EXPECT_EQ(result.exit, 0) << result.err;
        EXPECT_EQ(result.out, "");
    }
    EXPECT_EQ(m_folder.names(), (Names{"all.json", "b.dds", "cube.dds", "sh_b.json", "sh_cube.json"}));
    expectAxes(nlohmann::json::parse(readText(m_folder.path("sh_b.json"))));
    EXPECT_EQ(nlohmann::json::parse(readText(m_folder.path("all.json"))).size(), 2u);
}

// What the options mean is proved of the library; here, that they reach it.
TEST_F(Project, OptionsReachTheLibrary)
{
    const auto plain = project({m_cube}), scaled = project({m_cube, "--scale", "-4"});
    EXPECT_EQ(scaled["coefficients"][0][0].get<double>(), -4.0 * plain["coefficients"][0][0].get<double>());
    EXPECT_EQ(scaled["scale"], -4.0);
    const auto clamped = project({m_cube, "--max-radiance", "8"});
    EXPECT_EQ(clamped["input"]["clamped"], 2);
    EXPECT_NEAR(clamped["irradiance"]["average"][0].get<double>(), (1 + 2 + 4 + 8 + 8 + 8) / 6.0, 1e-5);

    const std::string bad = m_folder.add("bad.dds", ddsCube(1, [](auto face, auto, auto) {
                                             const Rgb faces[] = {{NAN, 6, 6}, {6, 6, HUGE_VALF}, {6, 6, -6}};
                                             return face < 3 ? faces[face] : Rgb{6, 6, 6};
                                         }));
    const auto kept = project({bad}), zero = project({bad, "--negative", "zero"});
    EXPECT_EQ(kept["input"]["nonFinite"], 2);
    EXPECT_EQ(kept["input"]["negative"], 1);
    EXPECT_NEAR(kept["irradiance"]["average"][0].get<double>(), 5.0, 1e-5);
    EXPECT_NEAR(kept["irradiance"]["average"][2].get<double>(), (65504.0 + 6 - 6 + 18) / 6.0, 1e-2);
    EXPECT_NEAR(zero["irradiance"]["average"][2].get<double>(), (65504.0 + 6 + 0 + 18) / 6.0, 1e-2);
}

TEST_F(Project, TextAndCodeHaveTheBitsOfTheJson)
{
    const auto json = project({m_cube});
    const Outcome text = print(m_cube, "text"), code = print(m_cube, "c");
    EXPECT_NE(text.out.find("); // L00\n"), std::string::npos) << text.out;
    EXPECT_NE(code.out.find("static const float cube[9][3] = {"), std::string::npos) << code.out;
    std::size_t inText = 0;
    std::size_t inCode = code.out.find('=');
    for (const auto& row : json["coefficients"])
    {
        inText = text.out.find("\n(", inText) + 2;
        inCode = code.out.find("    {", inCode) + 5;
        EXPECT_EQ(std::strtof(text.out.c_str() + inText, nullptr), row[0].get<float>());
        EXPECT_EQ(std::strtof(code.out.c_str() + inCode, nullptr), row[0].get<float>());
    }
}

// C and HLSL take no keyword and no leading digit.
TEST_F(Project, ArraysHaveNamesThatCodeTakes)
{
    const std::pair<std::string, std::string> names[] = {
        {"default", "sh_default"}, {"sampler", "sh_sampler"}, {"9", "sh_9"}, {"defaults", "defaults"}};
    for (const auto& [file, array] : names)
    {
        const std::string cube = m_folder.add(file + ".dds", axesCube());
        EXPECT_NE(print(cube, "c").out.find(" float " + array + "["), std::string::npos) << file;
        EXPECT_NE(print(cube, "hlsl").out.find(" float3 " + array + "["), std::string::npos) << file;
    }
}

TEST_F(Project, VectorConventionsHaveSevenRowsOfFour)
{
    const std::string white = m_folder.add("white.dds", flatCube(1));
    for (const char* convention : {"unity-sha", "unreal-packed"})
    {
        const auto result = project({white, "--convention", convention});
        EXPECT_FALSE(result.contains("coefficients"));
        ASSERT_EQ(result["vectors"].size(), 7u);
        EXPECT_NEAR(result["vectors"][0][3].get<double>(), 1.0, 1e-6); // E / pi of a white world
        EXPECT_EQ(result["vectors"][6][3], 1.0);
    }
    const Outcome hlsl = run({"project", white, "--convention", "unity-sha", "--format", "hlsl", "--device", "cpu"});
    EXPECT_NE(hlsl.out.find("static const float4 white[7] = {"), std::string::npos) << hlsl.out;
}

TEST_F(Project, ConventionOfThreeBandsFillsFewerWithZero)
{
    const auto result = project({m_cube, "--convention", "unity", "--bands", "2"});
    ASSERT_EQ(result["coefficients"].size(), 9u);
    EXPECT_NE(result["coefficients"][3][0], 0.0);
    EXPECT_EQ(result["coefficients"][8], (std::vector<double>{0.0, 0.0, 0.0}));
    EXPECT_EQ(project({m_cube, "--bands", "5"})["coefficients"].size(), 25u);
}
