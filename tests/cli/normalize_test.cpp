#include "files.h"
#include "program.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace pn::test;

namespace {

// A sun of one texel over a dim sky, which rings.
std::string sunCube(std::uint32_t faceSize)
{
    return ddsCube(faceSize, [](std::uint32_t face, std::uint32_t x, std::uint32_t y) {
        const float value = face == 2 && x == 1 && y == 1 ? 4096.0f : 0.25f;
        return Rgb{value, value, value};
    });
}

std::string greyCube(std::uint32_t faceSize, float value)
{
    return ddsCube(faceSize, [value](auto, auto, auto) { return Rgb{value, value, value}; });
}

// A horizontal cross of faces of one texel as a 2D texture, with its mips of 2 x 1 and 1 x 1 texels.
std::string greyCrossWithMips(float value)
{
    std::string bytes = ddsCube(1, [](auto, auto, auto) { return Rgb{}; }).substr(0, 148);
    const auto put = [&bytes](std::size_t at, std::uint32_t number) { std::memcpy(&bytes[at], &number, 4); };
    put(8, 0x2100f); // flags: it has mips
    put(12, 3);      // height
    put(16, 4);      // width
    put(20, 4 * 16); // pitch
    put(28, 3);      // mips
    put(112, 0);     // caps: no cubemap
    put(136, 0);     // DX10: no cubemap
    const float texel[4] = {value, value, value, 1.0f};
    for (int i = 0; i < 4 * 3 + 2 + 1; ++i)
        bytes.append(reinterpret_cast<const char*>(texel), sizeof(texel));
    return bytes;
}

nlohmann::json describe(const std::string& path)
{
    return run({"info", path, "--format", "json"}).json();
}

} // namespace

TEST(NormalizeCommand, AGreyCubeBecomesOne)
{
    const Folder folder;
    const std::string cube = folder.add("grey.dds", greyCube(4, 8.0f));
    for (const char* name : {"a.dds", "a.ktx2", "a.exr", "a.hdr"})
    {
        SCOPED_TRACE(name);
        const Outcome result = run({"normalize", cube, "-o", folder.path(name), "--device", "cpu"});
        ASSERT_EQ(result.exit, 0) << result.err;
        const auto input = describe(folder.path(name))["input"];
        EXPECT_NEAR(input["min"].get<double>(), 1.0, 1e-6);
        EXPECT_NEAR(input["max"].get<double>(), 1.0, 1e-6);
        EXPECT_EQ(input["faceSize"], 4);
    }
}

TEST(NormalizeCommand, MakesAChainOfMips)
{
    const Folder folder;
    const std::string cube = folder.add("grey.dds", greyCube(5, 2.0f));
    const auto report =
        run({"normalize", cube, "-o", folder.path("a.ktx2"), "--mips", "--format", "json", "--device", "cpu"}).json();
    EXPECT_EQ(report["output"]["mips"], 3); // 5, 2, 1
    for (const char* mip : {"0", "1", "2"})
    {
        const auto input = run({"info", folder.path("a.ktx2"), "--mip", mip, "--format", "json"}).json()["input"];
        EXPECT_NEAR(input["min"].get<double>(), 1.0, 1e-6) << mip;
        EXPECT_NEAR(input["max"].get<double>(), 1.0, 1e-6) << mip;
    }
}

TEST(NormalizeCommand, TreatsTheMipsOfItsInput)
{
    const Folder folder;
    const std::string cube = folder.add("grey.dds", greyCube(8, 2.0f));
    ASSERT_EQ(run({"normalize", cube, "-o", folder.path("a.dds"), "--mips", "--device", "cpu"}).exit, 0);
    const auto again = run({"normalize", folder.path("a.dds"), "-o", folder.path("b.ktx2"), "--lobe", "ggx", "--format",
                            "json", "--device", "cpu"})
                           .json();
    EXPECT_EQ(again["output"]["mips"], 4);
    EXPECT_EQ(again["normalization"]["lobe"], "ggx");
}

TEST(NormalizeCommand, TreatsTheFirstMipOfACross)
{
    const Folder folder;
    const std::string cross = folder.add("cross.dds", greyCrossWithMips(2.0f));
    EXPECT_EQ(describe(cross)["input"]["layout"], "hcross");
    const Outcome result = run({"normalize", cross, "-o", folder.path("a.dds"), "--format", "json", "--device", "cpu"});
    ASSERT_EQ(result.exit, 0) << result.err;
    EXPECT_EQ(result.json()["output"]["mips"], 1);
    EXPECT_NEAR(describe(folder.path("a.dds"))["input"]["max"].get<double>(), 1.0, 1e-6);
}

// The report has what the run time needs, and says what de-ringing did.
TEST(NormalizeCommand, ReportsTheLightAndItsWindow)
{
    const Folder folder;
    const std::string cube = folder.add("sun.dds", sunCube(8));
    const auto report =
        run({"normalize", cube, "-o", folder.path("a.dds"), "--format", "json", "--device", "cpu"}).json();
    EXPECT_EQ(report["normalization"]["preset"], "probenorm");
    EXPECT_EQ(report["normalization"]["version"], 3);
    EXPECT_EQ(report["normalization"]["divide"], "rgb");
    EXPECT_TRUE(report["normalization"]["high"].is_null());
    EXPECT_TRUE(report["normalization"]["fade"].is_null());
    EXPECT_LT(report["denominator"]["minimumBefore"].get<double>(), 0.0);
    EXPECT_GT(report["denominator"]["minimumAfter"].get<double>(), 0.0);
    EXPECT_LT(report["denominator"]["width"].get<double>(), 1.0);
    EXPECT_LT(report["denominator"]["energyKept"].get<double>(), 1.0);
    const auto projected = run({"project", cube, "--format", "json", "--device", "cpu"}).json();
    EXPECT_EQ(report["coefficients"], projected["coefficients"]);
    const auto black = run({"normalize", cube, "-o", folder.path("b.dds"), "--preset", "blackops", "--format", "json",
                            "--device", "cpu"})
                           .json();
    EXPECT_TRUE(black["normalization"]["high"].is_null());
    EXPECT_TRUE(black["normalization"]["fade"].is_null());
    const auto classic = run({"normalize", cube, "-o", folder.path("c.dds"), "--preset", "classic", "--format", "json",
                              "--device", "cpu"})
                             .json();
    EXPECT_EQ(classic["normalization"]["version"], 1);
    EXPECT_EQ(classic["normalization"]["high"], 7.0);
    EXPECT_EQ(classic["normalization"]["fade"], nlohmann::json::parse("[0.1, 0.3]"));
}

TEST(PresetsCommand, ListsEveryPresetWithItsVersion)
{
    const auto presets = run({"presets", "--format", "json"}).json()["presets"];
    const std::string text = run({"presets"}).out;
    std::vector<std::string> names;
    for (const auto& preset : presets)
    {
        names.push_back(preset["preset"].get<std::string>());
        EXPECT_NE(text.find("\n" + names.back() + " "), std::string::npos) << names.back();
    }
    EXPECT_EQ(names, (std::vector<std::string>{"probenorm", "blackops", "unreal", "hdrp", "hdrp-corrected", "source2",
                                               "eevee", "classic", "godot", "rend2", "community-shaders"}));
    EXPECT_EQ(presets[0]["version"], 3);
    EXPECT_EQ(presets[0]["isFactor"], false);
    EXPECT_EQ(presets[3]["canDivide"], false);
    EXPECT_EQ(presets[7]["version"], 1);
}

TEST(NormalizeCommand, HalvesStayHalves)
{
    const Folder folder;
    const std::string cube = folder.add("grey.dds", greyCube(4, 2.0f));
    const std::string half = folder.path("half.ktx2");
    ASSERT_EQ(run({"resample", cube, "-o", half, "--texels", "rgba16f"}).exit, 0);
    const auto report =
        run({"normalize", half, "-o", folder.path("b.ktx2"), "--mips", "--format", "json", "--device", "cpu"}).json();
    EXPECT_EQ(report["output"]["texels"], "rgba16f");
}

TEST(NormalizeCommand, MapsBecomeCubesOfAQuarterOfTheirWidth)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", radianceFile(16, 8, [](auto, auto) { return Rgb{2, 2, 2}; }));
    const auto report =
        run({"normalize", map, "-o", folder.path("a.dds"), "--format", "json", "--device", "cpu"}).json();
    EXPECT_EQ(report["output"]["faceSize"], 4);
    const auto larger =
        run({"normalize", map, "-o", folder.path("b.dds"), "--resample", "9", "--format", "json", "--device", "cpu"})
            .json();
    EXPECT_EQ(larger["output"]["faceSize"], 9);
}

TEST(NormalizeCommand, PresetsThatCannotDivideAreRefused)
{
    const Folder folder;
    const std::string cube = folder.add("grey.dds", greyCube(2, 1.0f));
    for (const char* preset : {"hdrp", "source2", "rend2", "godot"})
        expectFailure(run({"normalize", cube, "-o", folder.path("a.dds"), "--preset", preset, "--device", "cpu"}), 5,
                      {preset, "only be used as a factor"});
    EXPECT_FALSE(folder.has("a.dds"));
}

TEST(NormalizeCommand, OutputsThatCannotBeWrittenAreRefusedFirst)
{
    const Folder folder;
    expectFailure(run({"normalize", "missing.dds", "-o", folder.path("a.png")}), 1, {"--output", ".ktx2"});
    expectFailure(run({"normalize", "missing.dds", "-o", folder.path("a.hdr"), "--mips"}), 1, {"--mips"});
}

TEST(WindowAuto, LeavesNoIrradianceBelowZero)
{
    const Folder folder;
    const std::string cube = folder.add("sun.dds", sunCube(8));
    const auto plain = run({"project", cube, "--format", "json", "--device", "cpu"}).json();
    const auto windowed = run({"project", cube, "--window", "auto", "--format", "json", "--device", "cpu"}).json();
    EXPECT_LT(plain["irradiance"]["minimum"].get<double>(), 0.0);
    EXPECT_GE(windowed["irradiance"]["minimum"].get<double>(), 0.0);
    EXPECT_EQ(windowed["dering"]["minimumBefore"], plain["irradiance"]["minimum"]);
    EXPECT_EQ(windowed["dering"]["minimumAfter"], windowed["irradiance"]["minimum"]);
    EXPECT_EQ(windowed["coefficients"][0], plain["coefficients"][0]);
    EXPECT_EQ(windowed["irradiance"]["average"], plain["irradiance"]["average"]);
    EXPECT_FALSE(plain.contains("dering"));
}

// Real suns, up to 33952, ring or not; afterwards none does, and the average is as it was.
TEST(WindowAuto, LiftsRealMaps)
{
    const std::string folder = "/usr/share/blender/datafiles/studiolights/world/"; // Debian: blender-data
    int lifted = 0;
    for (const char* name : {"city", "courtyard", "forest", "interior", "night", "studio", "sunrise", "sunset"})
    {
        SCOPED_TRACE(name);
        if (readText(folder + name + ".exr").empty())
            GTEST_SKIP() << "blender-data is not installed";
        const auto arguments = [&](const char* window) {
            return std::vector<std::string>{
                "project", folder + name + ".exr", "--window", window, "--format", "json", "--device", "cpu"};
        };
        const auto plain = run(arguments("none")).json(), windowed = run(arguments("auto")).json();
        EXPECT_GE(windowed["irradiance"]["minimum"].get<double>(), 0.0);
        EXPECT_EQ(windowed["coefficients"][0], plain["coefficients"][0]);
        EXPECT_GT(windowed["dering"]["energyKept"].get<double>(), 0.8);
        lifted += plain["irradiance"]["minimum"].get<double>() < 0.0 ? 1 : 0;
    }
    EXPECT_GT(lifted, 0);
}

// w and w^3 of the Gaussian window.
TEST(WindowGauss, ScalesBandsByPowersOfItsWidth)
{
    const Folder folder;
    const std::string cube = folder.add("sun.dds", sunCube(8));
    const auto plain = run({"project", cube, "--format", "json", "--device", "cpu"}).json();
    const auto half = run({"project", cube, "--window", "gauss:0.5", "--format", "json", "--device", "cpu"}).json();
    for (const auto& [row, weight] : {std::pair{0, 1.0}, {1, 0.5}, {4, 0.125}})
        EXPECT_NEAR(half["coefficients"][row][0].get<double>(), weight * plain["coefficients"][row][0].get<double>(),
                    1e-6 * std::abs(plain["coefficients"][0][0].get<double>()));
    expectFailure(run({"project", cube, "--window", "gauss:1.5"}), 1, {"gauss:W"});
}

// Texels that were averaged are floats on the way; what is written is as wide as the input.
TEST(NormalizeCommand, ResampledHalvesAreWrittenAsHalves)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", ddsCube(4, [](auto, auto, auto) { return Rgb{1, 2, 3}; }));
    const std::string half = folder.path("half.dds");
    ASSERT_EQ(run({"resample", cube, "-o", half, "--texels", "rgba16f"}).exit, 0);
    for (const auto& [input, texels] : {std::pair(half, "rgba16f"), std::pair(cube, "rgba32f")})
    {
        const Outcome result = run(
            {"normalize", input, "--resample", "2", "-o", folder.path("o.dds"), "--format", "json", "--device", "cpu"});
        ASSERT_EQ(result.exit, 0) << result.err;
        EXPECT_EQ(result.json()["output"]["texels"], texels);
    }
}

// docs/decisions, 14: the light of the map, by whichever command.
TEST(NormalizeCommand, GivesAMapTheCubemapThatBakeGivesIt)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", radianceFile(16, 8, [](std::uint32_t x, std::uint32_t y) {
                                           const float sun = x == 3 && y == 2 ? 128.0f : 0.25f;
                                           return Rgb{sun, 1, static_cast<float>(y)};
                                       }));
    const std::string manifest = folder.add("m.json", R"({"version": 1, "defaults": {"cubemap": "ktx2", "faceSize": 4},
        "probes": [{"id": "a", "file": "map.hdr"}]})");
    ASSERT_EQ(run({"bake", manifest, "-o", folder.path("out"), "--device", "cpu"}).exit, 0);
    ASSERT_EQ(run({"normalize", map, "-o", folder.path("n.ktx2"), "--resample", "4", "--device", "cpu"}).exit, 0);
    EXPECT_FALSE(readText(folder.path("n.ktx2")).empty());
    EXPECT_EQ(readText(folder.path("out/probes/a.ktx2")), readText(folder.path("n.ktx2")));
}

// A cubemap whose texels all have its light's colour loses nothing: it is 1 everywhere.
TEST(NormalizeCommand, OneChannelIsTheLuminanceDividedByThatOfTheLight)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", ddsCube(4, [](auto, auto, auto) { return Rgb{3, 2, 0.5f}; }));
    for (const char* name : {"a.ktx2", "a.dds"})
    {
        const Outcome result = run({"normalize", cube, "--channels", "1", "--mips", "-o", folder.path(name), "--format",
                                    "json", "--device", "cpu"});
        ASSERT_EQ(result.exit, 0) << result.err;
        EXPECT_EQ(result.json()["output"]["texels"], "r16f");
        EXPECT_EQ(result.json()["normalization"]["divide"], "luminance");
        const auto input = describe(folder.path(name))["input"];
        EXPECT_EQ(input["min"], 1.0);
        EXPECT_EQ(input["max"], 1.0);
    }
}

TEST(NormalizeCommand, RefusesOneChannelWhereItCannotBe)
{
    const Folder folder;
    const std::string cube = folder.add("grey.dds", greyCube(2, 2.0f));
    const auto refused = [&](const char* output, std::vector<std::string> more, std::vector<std::string> words) {
        std::vector<std::string> arguments = {"normalize", cube, "--channels", "1", "-o", folder.path(output)};
        arguments.insert(arguments.end(), more.begin(), more.end());
        expectFailure(run(arguments), 1, words);
    };
    refused("a.exr", {}, {"--channels 1", ".ktx2"});
    refused("a.dds", {"--divide", "rgb"}, {"--channels 1", "--divide luminance"});
    refused("a.dds", {"--texels", "rgba32f"}, {"--channels", "--texels"});
}

TEST(NormalizeCommand, RefusesWhatIsNormalizedUnlessAsked)
{
    const Folder folder;
    const std::string cube = folder.add("sun.dds", sunCube(4));
    for (const char* name : {"a.ktx2", "z.ktx2", "a.exr", "a_%.exr"})
    {
        SCOPED_TRACE(name);
        const std::string once = folder.path(name), twice = folder.path("twice.ktx2");
        std::vector<std::string> arguments = {"normalize", cube, "--device", "cpu", "-o", once};
        if (name[0] == 'z')
            arguments.insert(arguments.end(), {"--compress", "zstd"});
        ASSERT_EQ(run(arguments).exit, 0);
        expectFailure(run({"normalize", once, "--device", "cpu", "-o", twice}), 3,
                      {"is normalized already", "--again"});
        EXPECT_FALSE(folder.has("twice.ktx2"));
        EXPECT_EQ(run({"normalize", once, "--again", "--device", "cpu", "-o", twice}).exit, 0);
        removeFolder(twice);
    }
    ASSERT_EQ(run({"normalize", cube, "--device", "cpu", "-o", folder.path("a.dds")}).exit, 0);
    EXPECT_EQ(run({"normalize", folder.path("a.dds"), "--device", "cpu", "-o", folder.path("b.dds")}).exit, 0);
}

// KTX 2, section 3.11: the offset of the pairs is the word at byte 56, and keys come in order.
TEST(NormalizeCommand, FilesHoldTheLightThatRunTimeNeeds)
{
    const Folder folder;
    const std::string cube = folder.add("sun.dds", sunCube(4)), sh = folder.path("sh.json");
    ASSERT_EQ(run({"project", cube, "--device", "cpu", "-o", sh}).exit, 0);
    const auto light = nlohmann::json::parse(readText(sh))["coefficients"];
    const Outcome printed = run({"normalize", cube, "--device", "cpu", "-o", folder.path("a.ktx2")});
    const std::string file = readText(folder.path("a.ktx2"));
    std::uint32_t offset = 0, size = 0;
    std::memcpy(&offset, &file[56], 4);
    std::memcpy(&size, &file[60], 4);
    std::vector<std::pair<std::string, std::string>> pairs;
    for (std::size_t at = offset; at < offset + size;)
    {
        std::uint32_t length = 0;
        std::memcpy(&length, &file[at], 4);
        const std::string pair = file.substr(at + 4, length);
        pairs.emplace_back(pair.substr(0, pair.find('\0')), pair.substr(pair.find('\0') + 1));
        at += 4 + (length + 3) / 4 * 4;
    }
    ASSERT_EQ(pairs.size(), 3u);
    EXPECT_TRUE(std::is_sorted(pairs.begin(), pairs.end()));
    ASSERT_EQ(pairs[2].first, "ProbeNormNormalized");
    const auto note = nlohmann::json::parse(pairs[2].second.c_str());
    EXPECT_EQ(note["coefficients"], light);
    EXPECT_EQ(note["normalization"]["preset"], "probenorm");
    EXPECT_TRUE(note["normalization"].contains("low"));
    // The text is read again as coefficients.
    const Outcome back = run({"convert", "-", "--format", "json"}, printed.out.substr(printed.out.find("//")));
    ASSERT_EQ(back.exit, 0) << back.err << printed.out;
    EXPECT_EQ(back.json()["coefficients"], light);
}
