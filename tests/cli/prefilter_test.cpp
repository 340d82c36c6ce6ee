// `prefilter`: the mips of a cubemap for surfaces of rising roughness. tests/core/prefilter_test.cpp proves the texels.
#include "files.h"
#include "program.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>

using namespace pn::test;

namespace {

std::string grey(std::uint32_t size)
{
    return ddsCube(size, [](auto, auto, auto) { return Rgb{0.25f, 0.5f, 3.0f}; });
}

nlohmann::json report(std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), "prefilter");
    arguments.insert(arguments.end(), {"--format", "json"});
    const Outcome result = run(arguments);
    EXPECT_EQ(result.exit, 0) << result.err;
    return nlohmann::json::parse(result.out);
}

// A sky that is brighter above, and a warm sun in one texel of +Y, which all engines' texels hold.
constexpr std::uint32_t kSkySize = 32;
using Direction = std::array<double, 3>;

double dotOf(const Direction& a, const Direction& b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

bool isSun(std::uint32_t face, std::uint32_t x, std::uint32_t y)
{
    return face == 2 && x == 8 && y == 18;
}

std::array<double, 3> radianceOf(std::uint32_t face, std::uint32_t x, std::uint32_t y)
{
    const double sky = 1 + 0.25 * cubeDirection(kSkySize, face, x, y)[1];
    return isSun(face, x, y) ? std::array<double, 3>{240, 160, 80} : std::array<double, 3>{sky, sky, sky};
}

std::string skyCube()
{
    return ddsCube(kSkySize, [](std::uint32_t face, std::uint32_t x, std::uint32_t y) {
        const auto rgb = radianceOf(face, x, y);
        return Rgb{float(rgb[0]), float(rgb[1]), float(rgb[2])};
    });
}

// The red irradiance along a normal: the sum over the cube's texels.
double irradianceOfSky(const Direction& normal)
{
    double sum = 0;
    for (std::uint32_t face = 0; face < 6; ++face)
        for (std::uint32_t y = 0; y < kSkySize; ++y)
            for (std::uint32_t x = 0; x < kSkySize; ++x)
            {
                const double u = (2.0 * x + 1) / kSkySize - 1, v = (2.0 * y + 1) / kSkySize - 1;
                const double angle = 4.0 / (kSkySize * kSkySize) / std::pow(1 + u * u + v * v, 1.5);
                const double cosine = dotOf(cubeDirection(kSkySize, face, x, y), normal);
                sum += radianceOf(face, x, y)[0] * angle * std::max(0.0, cosine);
            }
    return sum;
}

// The same by three bands of canonical coefficients (Ramamoorthi and Hanrahan 2001), which hold a sky without a sun.
double irradianceOfBands(const nlohmann::json& rows, const Direction& n)
{
    const double y[9] = {0.282095,
                         0.488603 * n[1],
                         0.488603 * n[2],
                         0.488603 * n[0],
                         1.092548 * n[0] * n[1],
                         1.092548 * n[1] * n[2],
                         0.315392 * (3 * n[2] * n[2] - 1),
                         1.092548 * n[0] * n[2],
                         0.546274 * (n[0] * n[0] - n[1] * n[1])};
    constexpr double kPi = std::numbers::pi;
    double sum = 0;
    for (std::size_t i = 0; i < 9; ++i)
        sum += (i == 0 ? kPi : i < 4 ? kPi * 2 / 3 : kPi / 4) * y[i] * double(rows[i][0]);
    return sum;
}

// The red irradiance of a file's only light.
double irradianceOfLight(const std::string& path)
{
    const nlohmann::json lights = nlohmann::json::parse(readText(path))["lights"];
    EXPECT_EQ(lights.size(), 1u) << path;
    const nlohmann::json& light = lights[0];
    if (light.contains("irradiance"))
        return light["irradiance"][0];
    const double intensity = light.contains("intensityHdrp") ? light["intensityHdrp"] : light["intensity"];
    return intensity * double(light["color"][0]);
}

const char* endingOf(const std::string& engine)
{
    const std::map<std::string, const char*> others = {{"unity", "dds"},   {"unreal", "dds"}, {"playcanvas", "dds"},
                                                       {"babylon", "env"}, {"godot", "exr"},  {"blender", "exr"},
                                                       {"filament", "ktx"}};
    const auto found = others.find(engine);
    return found != others.end() ? found->second : "ktx2";
}

// Coefficients of a made file, in the axes of the input; those of a map are in them as they are.
nlohmann::json rowsOf(const std::string& file, const std::string& engine, Names more = {})
{
    more.insert(more.begin(), {"project", file, "--device", "cpu"});
    if (!file.ends_with(".exr"))
        more.insert(more.end(), {"--from", engine});
    return jsonOf(more)["coefficients"];
}

} // namespace

TEST(Prefilter, EachMappingHasItsMipsAndItsRoughness)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", grey(64)), out = folder.path("out.ktx2");
    const std::vector<std::pair<std::string, std::size_t>> mappings = {{"linear", 7},   {"unity", 7},   {"unreal", 7},
                                                                       {"filament", 3}, {"babylon", 7}, {"godot", 7}};
    for (const auto& [mapping, mips] : mappings)
    {
        const nlohmann::json told = report({cube, "-o", out, "--mapping", mapping, "--effort", "realtime"});
        EXPECT_EQ(told["output"]["mips"], mips) << mapping;
        EXPECT_EQ(jsonOf({"info", out})["input"]["mips"], mips) << mapping;
        EXPECT_EQ(told["roughness"].size(), mips) << mapping;
    }
    const nlohmann::json unity = report({cube, "-o", out, "--mapping", "unity", "--mips", "2"});
    EXPECT_EQ(unity["roughness"][0], 0);
    const double r = unity["roughness"][1];
    EXPECT_NEAR(6 * r * (1.7 - 0.7 * r), 1, 1e-5);
}

// The mip that an engine reads for a roughness r, by its own shader (docs/prefiltering.md), is the mip that was made
// for r.
TEST(Prefilter, EachEngineReadsTheMipOfItsRoughness)
{
    struct Reader
    {
        const char* engine;
        double (*mip)(double r, double last); // last: the last mip's number
    };
    const auto linear = [](double r, double last) { return r * last; };
    const auto quadratic = [](double r, double last) { return r * (2 - r) * last; };
    const std::array readers = {
        Reader{"unity", [](double r, double) { return 6 * r * (1.7 - 0.7 * r); }},
        Reader{"unreal", [](double r, double last) { return last - 1 - (1 - 1.2 * std::log2(r)); }},
        Reader{"godot", [](double r, double last) { return std::sqrt(r) * last; }},
        Reader{"three", quadratic},
        Reader{"babylon", [](double r, double) { return 0.8 * std::log2(64 * r * r); }},
        Reader{"playcanvas", [](double r, double) { return 5 * r; }},
        Reader{"filament", quadratic},
        Reader{"cesium", linear},
        Reader{"bevy", linear}};
    const Folder folder;
    const std::string cube = folder.add("cube.dds", grey(64)), out = folder.path("out.ktx2");
    for (const Reader& reader : readers)
    {
        const nlohmann::json made = report({cube, "-o", out, "--for", reader.engine, "--effort", "realtime"});
        const auto roughness = made["roughness"].get<std::vector<double>>();
        for (std::size_t mip = 1; mip < roughness.size(); ++mip) // 1e-5: 32-bit floats
            if (roughness[mip] < 1)
                EXPECT_NEAR(reader.mip(roughness[mip], double(roughness.size() - 1)), double(mip), 1e-5)
                    << reader.engine;
            else
                EXPECT_LE(reader.mip(1, double(roughness.size() - 1)), double(mip) + 1e-5) << reader.engine;
        EXPECT_EQ(roughness.back(), 1) << reader.engine;
    }
}

TEST(Prefilter, OneColourStaysInEveryMipAndContainer)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", grey(16));
    for (const std::string name : {"out.dds", "out.ktx2"})
        ASSERT_EQ(run({"prefilter", cube, "-o", folder.path(name), "--mapping", "unreal"}).exit, 0);
    for (const char* mip : {"0", "1", "2", "3", "4"})
    {
        const nlohmann::json input = jsonOf({"info", folder.path("out.ktx2"), "--mip", mip})["input"];
        EXPECT_EQ(input["faceSize"], 16 >> std::atoi(mip));
        EXPECT_EQ(input["min"], 0.25) << mip;
        EXPECT_EQ(input["max"], 3) << mip;
        EXPECT_EQ(run({"compare", folder.path("out.dds"), folder.path("out.ktx2"), "--mip", mip}).exit, 0) << mip;
    }
}

TEST(Prefilter, AMapBecomesACubemapOfModestSize)
{
    const Folder folder;
    const std::string map = folder.path("map.hdr"), out = folder.path("out.ktx2");
    ASSERT_EQ(run({"resample", folder.add("cube.dds", grey(8)), "--to", "equirect", "--size", "600", "-o", map}).exit,
              0);
    EXPECT_EQ(report({map, "-o", out, "--mips", "1"})["output"]["faceSize"], 256);
    EXPECT_EQ(report({map, "-o", out, "--mips", "1", "--size", "12"})["output"]["faceSize"], 12);
}

// A face of 510 among five of 1: 255 of its 510 + 5 are clipped: no texel is within 10 degrees.
TEST(Prefilter, WhatEnvCutsOffIsWarnedOf)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", ddsCube(4, [](auto face, auto, auto) {
                                            const float value = face == 2 ? 510.0f : 1.0f;
                                            return Rgb{value, value, value};
                                        }));
    const Names common = {"prefilter", cube, "--for", "babylon", "-o", folder.path("out.env"), "--overwrite"};
    const auto warning = [&](const Names& more) {
        Names arguments = common;
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments).err;
    };
    EXPECT_NE(warning({}).find("16 of 96 texels are above 255, where .env ends: 49.5 % of the light is clipped"),
              std::string::npos);
    EXPECT_EQ(warning({"--max-radiance", "255"}).find("is clipped"), std::string::npos);
}

TEST(Prefilter, SeveralInputsAreWhatEachIsAlone)
{
    const Folder folder;
    const auto slope = [](auto face, auto x, auto y) { return Rgb{float(face + 1), float(x), float(y)}; };
    const Names cubes = {folder.add("a.dds", ddsCube(8, slope)), folder.add("b.dds", ddsCube(16, slope)),
                         folder.add("c.dds", grey(8))};
    const std::string out = folder.path("out/{}.ktx2");
    const nlohmann::json told = report({cubes[0], cubes[1], cubes[2], "-o", out, "--mapping", "unity"});
    ASSERT_EQ(told.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i)
    {
        const std::string name = std::string(1, char('a' + int(i))) + ".ktx2", alone = folder.path(name);
        EXPECT_EQ(told[i]["output"]["path"], folder.path("out/" + name));
        EXPECT_EQ(report({cubes[i], "-o", alone, "--mapping", "unity"})["roughness"], told[i]["roughness"]);
        EXPECT_TRUE(readText(alone) == readText(folder.path("out/" + name))) << name;
    }
    const Outcome text = run({"prefilter", cubes[0], cubes[1], "-o", out});
    EXPECT_NE(text.out.find("a.ktx2: faces of 8, 4 mips"), std::string::npos) << text.out;
    EXPECT_NE(text.out.find("b.ktx2: faces of 16, 5 mips"), std::string::npos) << text.out;
}

TEST(Dfg, EveryFileIsTheSameSquareTexture)
{
    const Folder folder;
    for (const std::string name : {"dfg.exr", "dfg.ktx2", "dfg.dds"})
    {
        const std::string path = folder.path(name);
        const Outcome result = run({"dfg", "-o", path, "--size", "8", "--kind", "multiscatter", "--texels", "rgba32f"});
        ASSERT_EQ(result.exit, 0) << result.err;
        EXPECT_EQ(result.out, path + ": 8 x 8, rgba32f\n");
        // It is no environment, and read here as if it were a map.
        const Outcome compared = run({"compare", folder.path("dfg.exr"), path, "--layout", "equirect"});
        EXPECT_EQ(compared.exit, 0) << name << compared.out << compared.err;
    }
    const nlohmann::json input = jsonOf({"info", folder.path("dfg.dds"), "--layout", "equirect"})["input"];
    EXPECT_EQ(input["width"], 8);
    EXPECT_EQ(input["height"], 8);
    EXPECT_GT(input["max"], 1); // cloth
    const Outcome wrong = run({"dfg", "-o", folder.path("dfg.hdr")});
    EXPECT_EQ(wrong.exit, 1);
    EXPECT_NE(wrong.err.find("--output must end in .exr, .ktx2 or .dds"), std::string::npos) << wrong.err;
}

TEST(Prefilter, WrongCommandLinesAreOneLine)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", grey(4));
    const auto fails = [&](const std::vector<std::string>& arguments, const std::string& message) {
        std::vector<std::string> all = {"prefilter", cube};
        all.insert(all.end(), arguments.begin(), arguments.end());
        const Outcome result = run(all);
        EXPECT_EQ(result.exit, 1) << result.err;
        EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
    };
    fails({"-o", folder.path("out.exr")}, "mips need a .ktx2, .ktx, .env or .dds file");
    fails({"-o", folder.path("out.ktx2"), "--mips", "16"}, "--mips must be in 1..15");
    fails({cube, "-o", folder.path("out.ktx2")}, "--output must have {} for the name of each of 2 inputs");
    fails({cube, "-o", folder.path("{}.ktx2")}, "two inputs would be written to");
    fails({"-o", folder.path("out.dds"), "--compress", "zstd"}, "--compress needs a .ktx2 file");
    EXPECT_FALSE(folder.has("out.ktx2"));
}

TEST(Make, WritesWhatEachEngineLoadsInOneOrientation)
{
    const Folder folder;
    const std::string map = folder.add("sky.hdr", radianceFile(64, 32, [](std::uint32_t x, std::uint32_t y) {
                                           return Rgb{float(64 + x), float(64 + y), float(96 + x / 2 + y)};
                                       }));
    for (const auto& [engine, ending] :
         std::vector<std::pair<std::string, std::string>>{{"unity", "dds"}, {"three", "ktx2"}, {"filament", "ktx"}})
    {
        const std::string out = folder.path(engine), file = out + "/sky." + ending, found = folder.path("found.json");
        const Outcome made = run({"make", map, "--for", engine, "--size", "32", "--rotate", "0,90,0", "-o", out});
        ASSERT_EQ(made.exit, 0) << made.err;
        EXPECT_NE(made.out.find("sky." + ending + ": faces of 32"), std::string::npos) << made.out;
        EXPECT_FALSE(readText(out + "/sky_lights.json").empty());
        ASSERT_EQ(run({"project", file, "--from", engine, "--for", engine, "-o", found}).exit, 0);
        EXPECT_EQ(run({"compare", out + "/sky_sh.json", found, "--tolerance", "5e-3"}).exit, 0) << engine;
    }
    for (const std::string engine : {"bevy", "cmft"})
        ASSERT_EQ(run({"make", map, "--for", engine, "--size", "32", "-o", folder.path(engine)}).exit, 0);
    for (const char* name : {"bevy/sky.ktx2", "bevy/sky_diffuse.ktx2"})
        EXPECT_EQ(jsonOf({"info", folder.path(name)})["input"]["format"], "rgb9e5");
    EXPECT_EQ(jsonOf({"info", folder.path("bevy/sky.ktx2")})["input"]["mips"], 3); // down to 8 texels
    EXPECT_EQ(jsonOf({"info", folder.path("bevy/sky_diffuse.ktx2")})["input"]["faceSize"], 32);
    EXPECT_FALSE(readText(folder.path("cmft/sky_dfg.ktx2")).empty());
    EXPECT_FALSE(folder.has("unity/sky_dfg.ktx2"));
    ASSERT_EQ(run({"make", map, "--for", "godot", "-o", folder.path("godot")}).exit, 0);
    EXPECT_EQ(jsonOf({"info", folder.path("godot/sky.exr")})["input"]["width"], 64);
    // Unreal filters the first mip itself. Blurred, a small lamp would lose a part of its 128.
    const std::string lamp = folder.add("lamp.hdr", radianceFile(64, 32, [](std::uint32_t x, std::uint32_t y) {
                                            const float value = x / 4 == 8 && y / 4 == 4 ? 128.0f : 1.0f;
                                            return Rgb{value, value, value};
                                        }));
    ASSERT_EQ(run({"make", lamp, "--for", "unreal", "--size", "16", "-o", folder.path("unreal")}).exit, 0);
    ASSERT_EQ(run({"resample", lamp, "--for", "unreal", "--size", "16", "-o", folder.path("plain.dds")}).exit, 0);
    const nlohmann::json unreal = jsonOf({"info", folder.path("unreal/lamp.dds")})["input"];
    EXPECT_EQ(unreal["mips"], 5);
    EXPECT_NEAR(unreal["max"], double(jsonOf({"info", folder.path("plain.dds")})["input"]["max"]),
                0.06); // a half's step
    expectFailure(run({"make", map, "-o", folder.path("none")}), 1, {"--for"});
    expectFailure(run({"make", map, "--for", "unity", "--max-bytes", "100", "-o", folder.path("none")}), 3,
                  {"--max-bytes"});
}

// E of what remains and E of the sun are E of the sky, whichever engine reads the files; without --suns what remains is
// all. RGB9E5 and 8 bits with a shared factor round by .4 %; maps and texels' middles cost .5 %.
TEST(Make, SunsAreInTheLightsOrInTheEnvironment)
{
    const Folder folder;
    const std::string sky = folder.add("sky.dds", skyCube());
    const Direction sun = cubeDirection(kSkySize, 2, 8, 18);
    for (const std::string engine : {"unity", "unreal", "godot", "three", "babylon", "playcanvas", "filament", "cesium",
                                     "blender", "bevy", "directxmath", "cmft"})
    {
        const std::string out = folder.path(engine), file = out + "/sky." + endingOf(engine);
        const Outcome made = run({"make", sky, "--from", "probenorm", "--for", engine, "--size", "32", "--suns",
                                  "extract", "--device", "cpu", "-o", out});
        ASSERT_EQ(made.exit, 0) << made.err;
        EXPECT_NE(made.out.find("sky_lights.json: 1 light, whose light is in no other file"), std::string::npos);
        const nlohmann::json remains = rowsOf(file, engine);
        const double light = irradianceOfLight(out + "/sky_lights.json");
        for (const Direction& n : {Direction{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}, sun})
        {
            const double right = irradianceOfSky(n);
            EXPECT_NEAR(irradianceOfBands(remains, n) + light * std::max(0.0, dotOf(sun, n)), right, 0.01 * right)
                << engine << " " << n[0] << " " << n[1] << " " << n[2];
        }
        Names words = {"project", file, "--for", engine, "-o", folder.path("found.json")};
        if (!file.ends_with(".exr"))
            words.insert(words.end(), {"--from", engine});
        ASSERT_EQ(run(words).exit, 0) << engine;
        EXPECT_EQ(run({"compare", out + "/sky_sh.json", folder.path("found.json"), "--tolerance", "1e-2"}).exit, 0)
            << engine;
    }
}

TEST(Make, KeepsSunsWhereNothingIsSaid)
{
    const Folder folder;
    const std::string sky = folder.add("sky.dds", skyCube()), out = folder.path("out");
    const Outcome made = run({"make", sky, "--from", "probenorm", "--for", "unity", "--size", "32", "-o", out});
    ASSERT_EQ(made.exit, 0) << made.err;
    EXPECT_NE(made.out.find("1 light, whose light is in the other files, too"), std::string::npos) << made.out;
    EXPECT_NE(made.out.find("--suns extract"), std::string::npos) << made.out;
    const double mean = irradianceOfBands(rowsOf(out + "/sky.dds", "unity"), {0, 1, 0}) + // of opposite normals
                        irradianceOfBands(rowsOf(out + "/sky.dds", "unity"), {0, -1, 0});
    const Direction sun = cubeDirection(kSkySize, 2, 8, 18);
    const double light = irradianceOfLight(out + "/sky_lights.json");
    const double ofBands = light * (0.5 + 0.3125 * (3 * sun[1] * sun[1] - 1)); // what bands 0 and 2 make of a sun
    EXPECT_NEAR(mean - ofBands, irradianceOfSky({0, 1, 0}) + irradianceOfSky({0, -1, 0}) - light * sun[1], 0.02 * mean);
    const std::string even = folder.add("even.dds", flatCube(16, {1, 1, 1}));
    const Outcome none = run({"make", even, "--from", "probenorm", "--for", "godot", "-o", out});
    EXPECT_NE(none.out.find("no lights, since nothing small and bright stands out"), std::string::npos) << none.out;
    EXPECT_NE(none.out.find("coefficients of the diffuse light, which godot does not load"), std::string::npos);
}

// Texels are rotated once, after the sun is out of them: nothing of it is left, and the light is where it was turned
// to.
TEST(Make, RotatesWhatRemainsAndTheLight)
{
    const Folder folder;
    const std::string sky = folder.add("sky.dds", skyCube()), out = folder.path("out");
    ASSERT_EQ(run({"make", sky, "--from", "probenorm", "--for", "unreal", "--size", "32", "--suns", "extract",
                   "--rotate", "0,90,0", "-o", out})
                  .exit,
              0);
    EXPECT_LT(jsonOf({"info", out + "/sky.dds"})["input"]["max"], 1.26);                      // of a sky of 1.25
    const Direction sun = cubeDirection(kSkySize, 2, 8, 18), turned{sun[2], sun[1], -sun[0]}; // about y
    const nlohmann::json light = jsonOf({"lights", sky, "--rotate", "0,90,0", "--device", "cpu"})["lights"][0];
    const nlohmann::json odd = jsonOf({"lights", sky, "--rotate", "0,33,0", "--device", "cpu"})["lights"][0];
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(light["direction"][i], turned[i], 1e-5);
    EXPECT_EQ(odd["irradiance"], light["irradiance"]); // of the same texels
    EXPECT_EQ(odd["direction"][1], light["direction"][1]);
}

// The files of each input are those that it has alone, from a file or from a pipe.
TEST(Make, OfSeveralInputsIsThatOfEach)
{
    const Folder folder;
    const std::string map = flatMap(16, 8, {1, 2, 3}), a = folder.add("a.hdr", map);
    const std::string b = folder.add("b.hdr", flatMap(32, 16, {3, 2, 1}));
    const auto make = [&](const Names& inputs, const char* to, const std::string& input = "") {
        Names words = {"make", "--for", "three", "--size", "16", "-o", folder.path(to)};
        words.insert(words.end(), inputs.begin(), inputs.end());
        return run(words, input);
    };
    ASSERT_EQ(make({a, b}, "both").exit, 0);
    ASSERT_EQ(make({a}, "alone").exit, 0);
    ASSERT_EQ(make({b}, "alone").exit, 0);
    ASSERT_EQ(make({"-"}, "piped", map).exit, 0);
    for (const std::string name : {"a.ktx2", "b.ktx2", "a_lights.json", "b_lights.json"})
        EXPECT_EQ(readText(folder.path("both/" + name)), readText(folder.path("alone/" + name))) << name;
    EXPECT_EQ(readText(folder.path("piped/stdin.ktx2")), readText(folder.path("alone/a.ktx2")));
    EXPECT_FALSE(readText(folder.path("both/b_sh.json")).empty());
    expectFailure(make({a, folder.path("both/a.ktx2")}, "none"), 1, {"two inputs would be written to", "/a"});
    EXPECT_FALSE(folder.has("none"));
}

// One colour keeps that colour, in the border too, and the roughness of the last mip is 1.
TEST(Prefilter, OctahedralMipsAreThoseOfTheCubemap)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", grey(32)), out = folder.path("out.dds");
    const nlohmann::json told = report({cube, "-o", out, "--to", "octahedral-godot", "--for", "godot"});
    EXPECT_EQ(told["output"]["faceSize"], 32);
    ASSERT_EQ(told["roughness"].size(), 4u);
    EXPECT_EQ(told["roughness"][3], 1);
    for (const char* mip : {"0", "3"})
    {
        const nlohmann::json input = jsonOf({"info", out, "--layout", "octahedral-godot", "--mip", mip})["input"];
        EXPECT_FLOAT_EQ(input["min"].get<float>(), 0.25f) << mip;
        EXPECT_FLOAT_EQ(input["max"].get<float>(), 3.0f) << mip;
    }
}

// One colour keeps that colour at each place of the atlas that the engine reads, its seam too.
TEST(Prefilter, TheAtlasOfOneColourIsThatColour)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", ddsCube(32, [](auto, auto, auto) { return Rgb{0.25f, 1, 4}; }));
    const std::string atlas = folder.path("atlas.png");
    ASSERT_EQ(run({"prefilter", cube, "--to", "playcanvas-atlas", "-o", atlas}).exit, 0);
    const nlohmann::json input = jsonOf({"info", atlas, "--layout", "playcanvas-atlas"})["input"];
    EXPECT_EQ(input["width"], 510);
    EXPECT_EQ(input["height"], 254);
    EXPECT_NEAR(input["max"].get<double>(), 4, 4 * 2.0 / 255);
    EXPECT_NEAR(input["min"].get<double>(), 0.25, 2.0 / 255);
    expectFailure(run({"prefilter", cube, "--to", "playcanvas-atlas", "-o", folder.path("a.exr")}), 1, {".png"});
    expectFailure(run({"prefilter", cube, "--to", "playcanvas-atlas", "--mips", "4", "-o", atlas, "--overwrite"}), 1,
                  {"playcanvas-atlas has its own"});
    expectFailure(
        run({"prefilter", cube, "--to", "octahedral-godot", "--size", "8", "--mips", "4", "-o", folder.path("g.dds")}),
        1, {"--mips 4", "octahedral-godot", "has 2"});
    expectFailure(run({"info", folder.add("small.png", pngFile(2, 2, std::vector<std::uint8_t>(12))), "--layout",
                       "playcanvas-atlas"}),
                  3, {"a multiple of 512"});
}

// cmgen's names: m0_px.hdr and so on.
TEST(Prefilter, FacesOfAllMipsAreThoseOfTheContainer)
{
    const Folder folder;
    const std::string cube =
        folder.add("cube.dds", ddsCube(32, [](std::uint32_t face, std::uint32_t x, std::uint32_t y) {
                       return Rgb{float(face + 1), float(x), float(y)};
                   }));
    const Names common = {"prefilter", cube, "--mapping", "filament", "--texels", "rgba32f", "-o"};
    for (const std::string name : {"all.ktx2", "m#_%.exr"})
    {
        Names arguments = common;
        arguments.push_back(folder.path(name));
        ASSERT_EQ(run(arguments).exit, 0);
    }
    EXPECT_TRUE(folder.has("m1_nz.exr"));
    EXPECT_FALSE(folder.has("m2_nz.exr"));
    for (const std::string mip : {"0", "1"})
        EXPECT_EQ(
            run({"resample", folder.path("all.ktx2"), "--mip", mip, "-o", folder.path("one.exr")}).exit +
                run({"compare", folder.path("m" + mip + "_%.exr"), folder.path("one.exr"), "--tolerance", "0"}).exit,
            0)
            << mip;
}

TEST(Prefilter, BabylonsFileIsReadBack)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", grey(16)), env = folder.path("out.env");
    ASSERT_EQ(run({"prefilter", cube, "--for", "babylon", "-o", env}).exit, 0);
    const nlohmann::json input = jsonOf({"info", env, "--mip", "4"})["input"];
    EXPECT_EQ(input["mips"], 5);
    EXPECT_NEAR(input["max"].get<double>(), 3, 3 * 0.011);
    EXPECT_NEAR(input["min"].get<double>(), 0.25, 3 * 0.011);
}
