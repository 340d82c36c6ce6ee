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

std::string axesCube()
{
    return ddsCube(1, [](std::uint32_t face, std::uint32_t, std::uint32_t) {
        return Rgb{kAxes[face], kAxes[face], kAxes[face]};
    });
}

std::string grey(float value)
{
    return radianceFile(1, 1, [value](std::uint32_t, std::uint32_t) { return Rgb{value, value, value}; });
}

nlohmann::json project(std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), {"project", "--device", "cpu", "--format", "json", "--progress", "none",
                                         "--log-level", "error"}); // without the warnings that info_test has
    const Outcome result = run(arguments);
    EXPECT_EQ(result.exit, 0) << result.err;
    EXPECT_EQ(result.err, "");
    return result.json();
}

} // namespace

TEST(Project, WhiteMapHasTwoRootPiAndNoDirection)
{
    const Folder folder;
    const std::string white = folder.add("white.hdr", radianceFile(64, 32, [](auto, auto) { return Rgb{1, 1, 1}; }));
    const auto result = project({white});
    for (const double value : result["coefficients"][0])
        EXPECT_NEAR(value, 2.0 * std::sqrt(kPi), kFloat * 4.0);
    for (std::size_t i = 1; i < 4; ++i) // bands from 2 on have the sampling error of 32 rows
        EXPECT_NEAR(result["coefficients"][i][0].get<double>(), 0.0, kFloat * 4.0);
    for (const double value : result["irradiance"]["average"])
        EXPECT_NEAR(value, 1.0, kFloat);
}

TEST(Project, OneTexelFacesFollowTheFaceTable)
{
    const Folder folder;
    expectAxes(project({folder.add("axes.dds", axesCube())}));
}

TEST(Project, GradientHasOneCoefficientOfTheFirstBand)
{
    // radiance 1 + y / 2: L00 = 2 sqrt(pi), L1-1 = K1 4 pi / 3 / 2
    constexpr std::uint32_t kSize = 64;
    const Folder folder;
    const std::string cube = ddsCube(kSize, [](std::uint32_t face, std::uint32_t x, std::uint32_t y) {
        const auto value = static_cast<float>(1.0 + 0.5 * cubeDirection(kSize, face, x, y)[1]);
        return Rgb{value, value, value};
    });
    const auto result = project({folder.add("gradient.dds", cube)});
    const auto row = [&result](std::size_t i) { return result["coefficients"][i][0].get<double>(); };
    EXPECT_NEAR(row(0), 2.0 * std::sqrt(kPi), kFloat * 4.0);
    EXPECT_NEAR(row(1), kK1 * 4.0 * kPi / 6.0, 3e-4); // texels are sampled at centres: a few 1 / 64^2
    EXPECT_NEAR(row(2), 0.0, kFloat * 4.0);
    EXPECT_NEAR(row(3), 0.0, kFloat * 4.0);
}

TEST(Project, SixFilesAreOneCubemapByPatternByNameAndByOrder)
{
    const Folder folder;
    std::vector<std::string> files;
    const char* names[] = {"px", "nx", "py", "ny", "pz", "nz"};
    for (std::size_t i = 0; i < 6; ++i)
        files.push_back(folder.add(std::string("sky_") + names[i] + ".hdr", grey(kAxes[i])));
    expectAxes(project({folder.path("sky_%.hdr")}));
    expectAxes(project({files[3]}));
    expectAxes(project(files)); // what a glob gives: still one cubemap
    files.insert(files.begin(), {"--layout", "faces"});
    expectAxes(project(files));
}

TEST(Project, CrossHasTheSameFaces)
{
    // +Y over, -Y under the second column; middle row -X +Z +X -Z
    const std::array<std::array<float, 4>, 3> cross = {
        {{0, kAxes[2], 0, 0}, {kAxes[1], kAxes[4], kAxes[0], kAxes[5]}, {0, kAxes[3], 0, 0}}};
    const Folder folder;
    const std::string file = radianceFile(4, 3, [&cross](std::uint32_t x, std::uint32_t y) {
        return Rgb{cross[y][x], cross[y][x], cross[y][x]};
    });
    const auto result = project({folder.add("cross.hdr", file)});
    expectAxes(result);
    EXPECT_EQ(result["input"]["layout"], "hcross");
    EXPECT_EQ(result["input"]["faceSize"], 1);
}

TEST(Project, StandardInputIsAnInput)
{
    const Outcome result = run({"project", "-", "--device", "cpu", "--format", "json"}, axesCube());
    ASSERT_EQ(result.exit, 0) << result.err;
    expectAxes(result.json());
    EXPECT_EQ(result.json()["input"]["path"], "-");
}

TEST(Project, JsonHasTheDocumentedKeysAndNoOthers)
{
    const Folder folder;
    const auto result = project({folder.add("axes.dds", axesCube())});
    const auto keys = [](const nlohmann::json& object) {
        std::vector<std::string> names;
        for (const auto& [key, value] : object.items())
            names.push_back(key);
        return names; // sorted, as nlohmann::json keeps them
    };
    using Names = std::vector<std::string>;
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

TEST(Project, EquirectJsonHasWidthAndHeight)
{
    const Folder folder;
    const auto result = project({folder.add("map.hdr", radianceFile(4, 2, [](auto, auto) {
                                                return Rgb{2, 1, 0.5f};
                                            }))});
    EXPECT_EQ(result["input"]["layout"], "equirect");
    EXPECT_EQ(result["input"]["width"], 4);
    EXPECT_EQ(result["input"]["height"], 2);
    EXPECT_FALSE(result["input"].contains("faceSize"));
    const std::array<double, 3> average = {2.0, 1.0, 0.5};
    for (std::size_t c = 0; c < 3; ++c)
        EXPECT_NEAR(result["irradiance"]["average"][c].get<double>(), average[c], kFloat * average[c]);
}

TEST(Project, SeveralInputsMakeAnArrayInTheirOrder)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", radianceFile(4, 2, [](auto, auto) { return Rgb{1, 1, 1}; }));
    const std::string cube = folder.add("cube.dds", axesCube());
    const auto result = project({map, cube, cube, map});
    ASSERT_EQ(result.size(), 4u);
    EXPECT_EQ(result[0]["input"]["path"], map);
    EXPECT_EQ(result[3]["coefficients"], result[0]["coefficients"]);
    EXPECT_EQ(result[2]["coefficients"], result[1]["coefficients"]);
    expectAxes(result[1]);
}

TEST(Project, SmallBatchesHaveTheSameBits)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", axesCube());
    auto many = project({cube, cube, cube});
    auto small = project({cube, cube, cube, "--max-bytes", "96"}); // one cube of 6 * 16 bytes
    EXPECT_EQ(many[2]["coefficients"], small[2]["coefficients"]);
}

TEST(Project, PlaceholderGivesOneFileAnInput)
{
    const Folder folder;
    const std::string a = folder.add("a.dds", axesCube());
    const std::string b = folder.add("b.dds", axesCube());
    const Outcome result = run({"project", a, b, "-o", folder.path("sh_{}.json"), "--device", "cpu"});
    EXPECT_EQ(result.exit, 0) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(folder.names(), (std::vector<std::string>{"a.dds", "b.dds", "sh_a.json", "sh_b.json"}));
    expectAxes(nlohmann::json::parse(readText(folder.path("sh_b.json"))));
}

TEST(Project, OutputFileWithSeveralInputsIsOneArray)
{
    const Folder folder;
    const std::string cube = folder.add("a.dds", axesCube());
    EXPECT_EQ(run({"project", cube, cube, "-o", folder.path("all.json"), "--device", "cpu"}).exit, 0);
    EXPECT_EQ(nlohmann::json::parse(readText(folder.path("all.json"))).size(), 2u);
}

TEST(Project, BandsGiveTheirSquareOfRowsAndAgree)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", axesCube());
    const auto three = project({cube});
    for (int bands = 1; bands <= 5; ++bands)
    {
        const auto result = project({cube, "--bands", std::to_string(bands)});
        EXPECT_EQ(result["bands"], bands);
        ASSERT_EQ(result["coefficients"].size(), static_cast<std::size_t>(bands * bands));
        EXPECT_EQ(result["coefficients"][0], three["coefficients"][0]);
    }
}

TEST(Project, WindowWeighsBands)
{
    // Hann at 3: 1, 3/4, 1/4
    const Folder folder;
    const std::string cube = folder.add("cube.dds", axesCube());
    const auto plain = project({cube});
    const auto hann = project({cube, "--window", "hann:3"});
    EXPECT_EQ(hann["window"], "hann:3");
    const auto at = [](const nlohmann::json& json, std::size_t i) { return json["coefficients"][i][0].get<double>(); };
    EXPECT_EQ(at(hann, 0), at(plain, 0));
    EXPECT_NEAR(at(hann, 3), 0.75 * at(plain, 3), 1e-6 * std::fabs(at(plain, 3)));
    EXPECT_NEAR(at(hann, 6), 0.25 * at(plain, 6), 1e-6 * std::fabs(at(plain, 6)));
}

TEST(Project, ScaleMultiplies)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", axesCube());
    const auto plain = project({cube});
    const auto scaled = project({cube, "--scale", "-4"});
    EXPECT_EQ(scaled["coefficients"][0][0].get<double>(), -4.0 * plain["coefficients"][0][0].get<double>());
    EXPECT_EQ(scaled["scale"], -4.0);
}

TEST(Project, MaxRadianceClampsAndCounts)
{
    const Folder folder;
    const auto result = project({folder.add("cube.dds", axesCube()), "--max-radiance", "8"});
    EXPECT_EQ(result["input"]["clamped"], 2);
    EXPECT_NEAR(result["irradiance"]["average"][0].get<double>(), (1 + 2 + 4 + 8 + 8 + 8) / 6.0, 1e-5);
}

TEST(Project, BadAndNegativeTexelsAreCountedAndReplaced)
{
    const float nan = std::nanf("");
    const float infinity = HUGE_VALF;
    const std::string cube = ddsCube(1, [&](std::uint32_t face, auto, auto) {
        const Rgb faces[6] = {{nan, 6, 6}, {6, 6, infinity}, {6, 6, -6}, {6, 6, 6}, {6, 6, 6}, {6, 6, 6}};
        return faces[face];
    });
    const Folder folder;
    const std::string file = folder.add("cube.dds", cube);
    const auto result = project({file});
    EXPECT_EQ(result["input"]["nonFinite"], 2);
    EXPECT_EQ(result["input"]["negative"], 1);
    const auto average = result["irradiance"]["average"];
    EXPECT_NEAR(average[0].get<double>(), 5.0, 1e-5);
    EXPECT_NEAR(average[1].get<double>(), 6.0, 1e-5);
    EXPECT_NEAR(average[2].get<double>(), (65504.0 + 6 - 6 + 18) / 6.0, 1e-2);
    const auto zero = project({file, "--negative", "zero"});
    EXPECT_NEAR(zero["irradiance"]["average"][2].get<double>(), (65504.0 + 6 + 0 + 18) / 6.0, 1e-2);
}

TEST(Project, ResampledMapKeepsItsAverage)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", radianceFile(16, 8, [](std::uint32_t x, std::uint32_t y) {
                                           const auto value = static_cast<float>(1 + x + y);
                                           return Rgb{value, value, value};
                                       }));
    const auto direct = project({map});
    const auto resampled = project({map, "--resample", "16"});
    EXPECT_EQ(resampled["input"]["resample"], 16);
    EXPECT_EQ(resampled["input"]["width"], 16);
    EXPECT_NEAR(resampled["irradiance"]["average"][0].get<double>(), direct["irradiance"]["average"][0].get<double>(),
                2e-6 * 10.0); // both are exact integrals of the texels
}

TEST(Project, TextAndCodeHaveTheBitsOfTheJson)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", axesCube());
    const auto json = project({cube});
    const Outcome text = run({"project", cube, "--device", "cpu"});
    const Outcome code = run({"project", cube, "--device", "cpu", "--format", "c"});
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
TEST(Project, ArraysHaveNamesThatCodeTakes)
{
    const Folder folder;
    const std::pair<const char*, const char*> names[] = {
        {"default", "sh_default"}, {"sampler", "sh_sampler"}, {"9", "sh_9"}, {"defaults", "defaults"}};
    for (const auto& [file, array] : names)
    {
        const std::string cube = folder.add(std::string(file) + ".dds", axesCube());
        const Outcome code = run({"project", cube, "--device", "cpu", "--format", "c"});
        EXPECT_NE(code.out.find(" float " + std::string(array) + "["), std::string::npos) << code.out;
        const Outcome hlsl = run({"project", cube, "--device", "cpu", "--format", "hlsl"});
        EXPECT_NE(hlsl.out.find(" float3 " + std::string(array) + "["), std::string::npos) << hlsl.out;
    }
}

TEST(Project, VectorConventionsHaveSevenRowsOfFour)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", ddsCube(1, [](auto, auto, auto) { return Rgb{1, 1, 1}; }));
    for (const char* convention : {"unity-sha", "unreal-packed"})
    {
        const auto result = project({cube, "--convention", convention});
        EXPECT_FALSE(result.contains("coefficients"));
        ASSERT_EQ(result["vectors"].size(), 7u);
        EXPECT_NEAR(result["vectors"][0][3].get<double>(), 1.0, 1e-6); // E / pi of a white world
        EXPECT_EQ(result["vectors"][6][3], 1.0);
    }
    const Outcome hlsl = run({"project", cube, "--convention", "unity-sha", "--format", "hlsl", "--device", "cpu"});
    EXPECT_NE(hlsl.out.find("static const float4 cube[7] = {"), std::string::npos) << hlsl.out;
}

TEST(Project, ConventionOfThreeBandsFillsFewerWithZero)
{
    const Folder folder;
    const auto result = project({folder.add("cube.dds", axesCube()), "--convention", "unity", "--bands", "2"});
    ASSERT_EQ(result["coefficients"].size(), 9u);
    EXPECT_NE(result["coefficients"][3][0], 0.0);
    EXPECT_EQ(result["coefficients"][8], (std::vector<double>{0.0, 0.0, 0.0}));
}

TEST(Project, AxesAreNamedInTheResult)
{
    // Unreal's X Y Z are our z x y: what shone along +Z shines along X
    const Folder folder;
    const std::string cube = folder.add("cube.dds", axesCube());
    const auto plain = project({cube});
    const auto unreal = project({cube, "--axes", "unreal"});
    EXPECT_EQ(unreal["axes"], "unreal");
    const double scale = kFloat * plain["coefficients"][0][0].get<double>();
    EXPECT_NEAR(unreal["coefficients"][3][0].get<double>(), plain["coefficients"][2][0].get<double>(), scale);
    EXPECT_NEAR(unreal["coefficients"][1][0].get<double>(), plain["coefficients"][3][0].get<double>(), scale);
    EXPECT_NEAR(unreal["coefficients"][2][0].get<double>(), plain["coefficients"][1][0].get<double>(), scale);
}

TEST(Project, ResultsAreTheSameOnAnyNumberOfThreads)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", radianceFile(512, 256, [](std::uint32_t x, std::uint32_t y) {
                                           const auto value = static_cast<float>((x * 31 + y * 17) & 0xffu);
                                           return Rgb{value, value, value};
                                       }));
    const auto one = project({map, "--threads", "1"});
    const auto five = project({map, "--threads", "5"});
    EXPECT_EQ(one["coefficients"], five["coefficients"]);
}
