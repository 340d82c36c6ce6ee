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

// Radiance 1 + 0.8 y at the texels' centres.
std::string slopedCube(std::uint32_t faceSize)
{
    return ddsCube(faceSize, [faceSize](std::uint32_t face, std::uint32_t x, std::uint32_t y) {
        const float u = (2.0f * float(x) + 1.0f) / float(faceSize) - 1.0f;
        const float v = (2.0f * float(y) + 1.0f) / float(faceSize) - 1.0f;
        const float up = face == 2 ? 1.0f : face == 3 ? -1.0f : -v;
        const float value = 1.0f + 0.8f * up / std::sqrt(1.0f + u * u + v * v);
        return Rgb{value, value, value};
    });
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

// Runs `normalize` into files of one folder, and asks `info` what they hold.
class NormalizeCommand : public testing::Test
{
protected:
    nlohmann::json normalize(const std::string& input, const std::string& output, const Names& more = {}) const
    {
        Names arguments = {"normalize", input, "-o", m_folder.path(output)};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return cpuJson(arguments);
    }

    // The least and the largest value are this one.
    void expectFlat(const std::string& name, double value, double tolerance = 1e-6, const char* mip = "0") const
    {
        const auto input = jsonOf({"info", m_folder.path(name), "--mip", mip})["input"];
        EXPECT_NEAR(input["min"].get<double>(), value, tolerance) << name;
        EXPECT_NEAR(input["max"].get<double>(), value, tolerance) << name;
    }

    std::string half(const std::string& input) const
    {
        const std::string file = m_folder.path("half.dds");
        EXPECT_EQ(run({"resample", input, "-o", file, "--texels", "rgba16f"}).exit, 0);
        return file;
    }

    Folder m_folder;
    std::string m_grey = m_folder.add("grey.dds", flatCube(4, {8, 8, 8}));
    std::string m_sun = m_folder.add("sun.dds", sunCube(4));
};

} // namespace

TEST_F(NormalizeCommand, AGreyCubeBecomesOne)
{
    for (const char* name : {"a.dds", "a.ktx2", "a.exr", "a.hdr"})
    {
        EXPECT_EQ(normalize(m_grey, name)["output"]["faceSize"], 4);
        expectFlat(name, 1.0);
    }
}

TEST_F(NormalizeCommand, TreatsTheMipsOfItsInput)
{
    normalize(m_grey, "a.dds", {"--mips"});
    const auto again = normalize(m_folder.path("a.dds"), "b.ktx2", {"--lobe", "ggx"});
    EXPECT_EQ(again["output"]["mips"], 3);
    EXPECT_EQ(again["normalization"]["lobe"], "ggx");
}

TEST_F(NormalizeCommand, TreatsTheFirstMipOfACross)
{
    const std::string cross = m_folder.add("cross.dds", greyCrossWithMips(2.0f));
    EXPECT_EQ(jsonOf({"info", cross})["input"]["layout"], "hcross");
    EXPECT_EQ(normalize(cross, "a.dds")["output"]["mips"], 1);
    expectFlat("a.dds", 1.0);
}

// The denominator of light of two bands is that light. Under one lobe both are equal, so every mip becomes 1. Source
// texels are flat, which is an error of the order of the square of their width; by another mapping mips are 2 to 25 %
// off.
TEST_F(NormalizeCommand, PrefiltersFirstAndDividesByTheLightOfTheSameLobe)
{
    const std::string cube = m_folder.add("sloped.dds", slopedCube(32));
    for (const char* mapping : {"unity", "unreal", "babylon"})
    {
        SCOPED_TRACE(mapping);
        const auto report = normalize(cube, "a.ktx2", {"--prefilter", mapping});
        ASSERT_EQ(report["output"]["mips"], 6);
        EXPECT_EQ(report["normalization"]["lobe"], "ggx");
        EXPECT_EQ(report["normalization"]["mapping"], mapping);
        EXPECT_EQ(report["prefilter"]["mapping"], mapping);
        EXPECT_EQ(report["prefilter"]["roughness"].size(), 6u);
        for (const char* mip : {"0", "1", "2", "3", "4", "5"})
            expectFlat("a.ktx2", 1.0, 3.0 / (32 * 32), mip);
    }
    const auto unity = normalize(cube, "unity.ktx2", {"--prefilter", "unity"});
    const double r = unity["prefilter"]["roughness"][3].get<double>();
    EXPECT_NEAR(6 * r * (1.7 - 0.7 * r), 3, 1e-5);
    normalize(cube, "mirror.ktx2", {"--lobe", "ggx"}); // mip 0 stays what it is
    EXPECT_EQ(run({"compare", m_folder.path("unity.ktx2"), m_folder.path("mirror.ktx2")}).exit, 0);
    const std::string text = run({"normalize", cube, "-o", m_folder.path("b.dds"), "--prefilter", "unity"}).out;
    EXPECT_NE(text.find("prefiltered for unity, roughness 0, 0.102, "), std::string::npos)
        << text; // 1 = 6 r (1.7 - .7 r)
}

// By E / pi, 1 + 0.8 y becomes (1 + 0.8 y) / (1 + 0.8 y 2/3), most at y = 1. The least mip was blurred as E / pi is.
TEST_F(NormalizeCommand, PrefilteredMipsAreDividedByAnotherLobeIfAsked)
{
    const std::string cube = m_folder.add("sloped.dds", slopedCube(32));
    EXPECT_TRUE(
        normalize(cube, "a.dds", {"--prefilter", "linear", "--lobe", "cosine"})["normalization"]["mapping"].is_null());
    EXPECT_NEAR(jsonOf({"info", m_folder.path("a.dds")})["input"]["max"].get<double>(), 1.8 / (1 + 1.6 / 3), 2e-3);
    expectFlat("a.dds", 1.0, 2e-3, "5");
}

// The report has what the run time needs, and says what de-ringing did.
TEST_F(NormalizeCommand, ReportsTheLightAndItsWindow)
{
    const auto report = normalize(m_sun, "a.dds");
    const auto& settings = report["normalization"];
    EXPECT_EQ(settings["preset"], "probenorm");
    EXPECT_EQ(settings["version"], 4);
    EXPECT_EQ(settings["divide"], "rgb");
    EXPECT_TRUE(settings["high"].is_null());
    EXPECT_TRUE(settings["fade"].is_null());
    EXPECT_LT(report["denominator"]["minimumBefore"].get<double>(), 0.0);
    EXPECT_GT(report["denominator"]["minimumAfter"].get<double>(), 0.0);
    EXPECT_LT(report["denominator"]["width"].get<double>(), 1.0);
    EXPECT_LT(report["denominator"]["energyKept"].get<double>(), 1.0);
    EXPECT_EQ(report["coefficients"], cpuJson({"project", m_sun})["coefficients"]);
    const auto classic = normalize(m_sun, "b.dds", {"--preset", "classic"})["normalization"];
    EXPECT_EQ(classic["version"], 1);
    EXPECT_EQ(classic["high"], 7.0);
    EXPECT_EQ(classic["fade"], nlohmann::json::parse("[0.1, 0.3]"));
}

// Texels that were averaged are floats on the way; what is written is as wide as the input.
TEST_F(NormalizeCommand, HalvesStayHalves)
{
    for (const auto& [input, texels] : {std::pair(half(m_grey), "rgba16f"), std::pair(m_grey, "rgba32f")})
        for (const Names& more : {Names{"--mips"}, {"--resample", "2"}})
            EXPECT_EQ(normalize(input, "o.dds", more)["output"]["texels"], texels) << more[0];
}

TEST_F(NormalizeCommand, MapsBecomeCubesOfAQuarterOfTheirWidth)
{
    const std::string map = m_folder.add("map.hdr", flatMap(16, 8));
    EXPECT_EQ(normalize(map, "a.dds")["output"]["faceSize"], 4);
    EXPECT_EQ(normalize(map, "b.dds", {"--resample", "9"})["output"]["faceSize"], 9);
}

// A cubemap whose texels all have its light's colour loses nothing: it is 1 everywhere.
TEST_F(NormalizeCommand, OneChannelIsTheLuminanceDividedByThatOfTheLight)
{
    const std::string cube = m_folder.add("cube.dds", flatCube(4, {3, 2, 0.5f}));
    for (const char* name : {"a.ktx2", "a.dds"})
    {
        const auto report = normalize(cube, name, {"--channels", "1", "--mips"});
        EXPECT_EQ(report["output"]["texels"], "r16f");
        EXPECT_EQ(report["normalization"]["divide"], "luminance");
        expectFlat(name, 1.0, 0.0);
    }
}

TEST_F(NormalizeCommand, WhatCannotBeWrittenIsRefusedFirst)
{
    const auto refused = [&](const char* output, const Names& more, const Names& words) {
        Names arguments = {"normalize", "missing.dds", "-o", m_folder.path(output)};
        arguments.insert(arguments.end(), more.begin(), more.end());
        expectFailure(run(arguments), 1, words);
    };
    refused("a.png", {}, {"--output", ".ktx2"});
    refused("a.hdr", {"--mips"}, {"mips need", ".ktx2"});
    refused("a.exr", {"--prefilter", "unity"}, {"--prefilter", ".ktx2"});
    refused("a.dds", {"--prefilter", "unity", "--mips"}, {"--prefilter", "--mips"});
    refused("a.dds", {"--prefilter", "unty"}, {"--prefilter must be one of linear, unity", "unity?"});
    refused("a.exr", {"--channels", "1"}, {"--channels 1", ".ktx2"});
    refused("a.dds", {"--channels", "1", "--divide", "rgb"}, {"--channels 1", "--divide luminance"});
    refused("a.dds", {"--channels", "1", "--texels", "rgba32f"}, {"--channels", "--texels"});
}

TEST_F(NormalizeCommand, PresetsThatCannotDivideAreRefused)
{
    for (const char* preset : {"hdrp", "source2", "rend2", "godot"})
        expectFailure(run({"normalize", m_grey, "-o", m_folder.path("a.dds"), "--preset", preset, "--device", "cpu"}),
                      5, {preset, "only be used as a factor"});
    EXPECT_FALSE(m_folder.has("a.dds"));
}

TEST(PresetsCommand, ListsEveryPresetWithItsVersion)
{
    const auto presets = jsonOf({"presets"})["presets"];
    const std::string text = run({"presets"}).out;
    Names names;
    for (const auto& preset : presets)
    {
        names.push_back(preset["preset"].get<std::string>());
        EXPECT_NE(text.find("\n" + names.back() + " "), std::string::npos) << names.back();
    }
    EXPECT_EQ(names, (Names{"probenorm", "blackops", "unreal", "hdrp", "hdrp-corrected", "source2", "eevee", "classic",
                            "godot", "rend2", "community-shaders"}));
    EXPECT_EQ(presets[0]["version"], 4);
    EXPECT_EQ(presets[0]["isFactor"], false);
    EXPECT_EQ(presets[3]["canDivide"], false);
    EXPECT_EQ(presets[7]["version"], 1);
}

// w and w^3 of the Gaussian window, by hand or found.
TEST(Window, OfProjectIsFoundOrGiven)
{
    const Folder folder;
    const std::string cube = folder.add("sun.dds", sunCube(8));
    const auto project = [&](const char* window) { return cpuJson({"project", cube, "--window", window}); };
    const auto plain = project("none"), windowed = project("auto"), half = project("gauss:0.5");
    EXPECT_LT(plain["irradiance"]["minimum"].get<double>(), 0.0);
    EXPECT_GE(windowed["irradiance"]["minimum"].get<double>(), 0.0);
    EXPECT_EQ(windowed["dering"]["minimumBefore"], plain["irradiance"]["minimum"]);
    EXPECT_EQ(windowed["dering"]["minimumAfter"], windowed["irradiance"]["minimum"]);
    EXPECT_EQ(windowed["coefficients"][0], plain["coefficients"][0]);
    EXPECT_EQ(windowed["irradiance"]["average"], plain["irradiance"]["average"]);
    EXPECT_FALSE(plain.contains("dering"));
    for (const auto& [row, weight] : {std::pair{0, 1.0}, {1, 0.5}, {4, 0.125}})
        EXPECT_NEAR(half["coefficients"][row][0].get<double>(), weight * plain["coefficients"][row][0].get<double>(),
                    1e-6 * std::abs(plain["coefficients"][0][0].get<double>()));
}

TEST_F(NormalizeCommand, RefusesWhatIsNormalizedUnlessAsked)
{
    for (const char* name : {"a.ktx2", "z.ktx2", "a.exr", "a_%.exr"})
    {
        SCOPED_TRACE(name);
        const std::string once = m_folder.path(name), twice = m_folder.path("twice.ktx2");
        normalize(m_sun, name, name[0] == 'z' ? Names{"--compress", "zstd"} : Names{});
        expectFailure(run({"normalize", once, "--device", "cpu", "-o", twice}), 3,
                      {"is normalized already", "--again"});
        EXPECT_FALSE(m_folder.has("twice.ktx2"));
        normalize(once, "twice.ktx2", {"--again"});
        removeFolder(twice);
    }
    normalize(m_sun, "a.dds");
    normalize(m_folder.path("a.dds"), "b.dds");
}

// KTX 2, section 3.11: the offset of the pairs is the word at byte 56, and keys come in order.
TEST_F(NormalizeCommand, FilesHoldTheLightThatRunTimeNeeds)
{
    const auto light = cpuJson({"project", m_sun})["coefficients"];
    const Outcome printed = run({"normalize", m_sun, "--device", "cpu", "-o", m_folder.path("a.ktx2")});
    const std::string file = readText(m_folder.path("a.ktx2"));
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
    ASSERT_EQ(pairs[2].first, "ProbeNorm");
    const auto note = nlohmann::json::parse(pairs[2].second.c_str());
    EXPECT_EQ(note["coefficients"], light);
    EXPECT_EQ(note["normalization"]["preset"], "probenorm");
    EXPECT_TRUE(note["normalization"].contains("low"));
    EXPECT_TRUE(note["prefilter"].is_null());
    // The text is read again as coefficients.
    EXPECT_EQ(jsonOf({"convert", "-"}, printed.out.substr(printed.out.find("//")))["coefficients"], light);
}
