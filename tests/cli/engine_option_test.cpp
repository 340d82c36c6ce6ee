// `--for ENGINE`: light arrives from where each engine shows the texel that it comes from.
#include "files.h"
#include "program.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>

using namespace pn::test;

namespace {

constexpr double kPi = std::numbers::pi;
constexpr std::uint32_t kWidth = 64;
constexpr std::uint32_t kHeight = 32;

using Direction = std::array<double, 3>;

// Where an engine looks a direction up in a panorama: u from its left edge in 0..1. Sources: docs/conventions.md.
struct Panorama
{
    const char* engine;
    double (*u)(double x, double y, double z);
    bool isZUp;
    bool hasCondonShortley;                      // odd m are stored with a minus
    std::array<int, 3> sampled = {1, 1, 1};      // the signs with which it samples a cubemap along x y z
    std::array<std::size_t, 3> rows = {3, 1, 2}; // of its coefficients, that hold x y z
};

const std::array kPanoramas = {
    Panorama{"unity", [](double x, double, double z) { return 0.5 - std::atan2(z, x) / (2 * kPi); }, false, false},
    Panorama{"unreal", [](double x, double y, double) { return 0.5 + std::atan2(x, -y) / (2 * kPi); }, true, true},
    Panorama{"godot", [](double x, double, double z) { return std::atan2(x, -z) / (2 * kPi); }, false, false},
    Panorama{"three",
             [](double x, double, double z) { return 0.5 + std::atan2(z, x) / (2 * kPi); },
             false,
             false,
             {-1, 1, 1}},
    Panorama{"babylon", [](double x, double, double z) { return 0.5 + std::atan2(x, z) / (2 * kPi); }, false, true},
    Panorama{"playcanvas",
             [](double x, double, double z) { return 0.5 - std::atan2(x, z) / (2 * kPi); },
             false,
             false,
             {-1, 1, 1},
             {1, 2, 3}},
    Panorama{"filament", [](double x, double, double z) { return 0.5 - std::atan2(x, z) / (2 * kPi); }, false, false},
    // In the axes of its image-based lighting, y up: (x, z, -y) of the model's (yUpToZUp of Model.js, @cesium/engine
    // 24).
    Panorama{"cesium", [](double x, double, double z) { return 0.5 - std::atan2(x, z) / (2 * kPi); }, false, false},
    Panorama{"blender", [](double x, double y, double) { return 0.5 - std::atan2(y, x) / (2 * kPi); }, true, true},
    Panorama{"google", [](double x, double y, double) { return std::atan2(y, x) / (2 * kPi); }, true, true},
    Panorama{"bevy",
             [](double x, double, double z) { return 0.5 + std::atan2(x, -z) / (2 * kPi); },
             false,
             false,
             {1, 1, -1}},
    Panorama{"directxmath", [](double x, double, double z) { return 0.5 + std::atan2(x, z) / (2 * kPi); }, false, true},
    Panorama{"cmft", [](double x, double, double z) { return 0.5 + std::atan2(x, z) / (2 * kPi); }, false, true},
};

double wrapped(double u)
{
    return u - std::floor(u);
}

// The direction of the light that a set's first band holds, whatever its scale.
Direction lightOf(const nlohmann::json& json, bool hasCondonShortley,
                  const std::array<std::size_t, 3>& rows = {3, 1, 2})
{
    const auto& found = json.at("coefficients");
    const double sign = hasCondonShortley ? -1.0 : 1.0; // of x and y, whose m is odd
    Direction d = {sign * found[rows[0]][0].get<double>(), sign * found[rows[1]][0].get<double>(),
                   found[rows[2]][0].get<double>()};
    const double length = std::hypot(d[0], d[1], d[2]);
    for (double& value : d)
        value /= length;
    return d;
}

// Where the engine sees light of a cubemap that is there along d by the table.
Direction seenFrom(const Panorama& panorama, Direction d)
{
    for (std::size_t i = 0; i < 3; ++i)
        d[i] *= panorama.sampled[i];
    return d;
}

// Whether the engine shows a texel of a map along d.
void expectShown(const Panorama& panorama, const Direction& d, std::uint32_t column, double tolerance)
{
    EXPECT_NEAR(std::acos(panorama.isZUp ? d[2] : d[1]) / kPi, 9.5 / kHeight, tolerance) << panorama.engine;
    const double off = wrapped(panorama.u(d[0], d[1], d[2]) - (column + 0.5) / kWidth + 0.5) - 0.5;
    EXPECT_NEAR(off, 0, tolerance) << panorama.engine << ", column " << column;
}

std::string oneTexel(std::uint32_t column, std::uint32_t row)
{
    return radianceFile(kWidth, kHeight, [=](std::uint32_t x, std::uint32_t y) {
        return x == column && y == row ? Rgb{128, 128, 128} : Rgb{0, 0, 0};
    });
}

nlohmann::json project(Names arguments)
{
    arguments.insert(arguments.begin(), "project");
    return cpuJson(arguments);
}

// Towards the only light of a file of `make`, in an engine's own form where it has one.
Direction madeLight(const std::string& path)
{
    const auto light = nlohmann::json::parse(readText(path)).at("lights").at(0);
    if (light.contains("forward")) // Unity's: where it shines
    {
        const auto d = light["forward"].get<Direction>();
        return {-d[0], -d[1], -d[2]};
    }
    return light[light.contains("position") ? "position" : "direction"].get<Direction>(); // three.js has a position
}

} // namespace

TEST(EngineOption, PanoramasLightFromWhereTheEngineShowsThem)
{
    const Folder folder;
    for (const std::uint32_t column : {3u, 20u, 37u, 52u})
    {
        const std::string map = folder.add("map.hdr", oneTexel(column, 9));
        for (const Panorama& panorama : kPanoramas)
        {
            const auto made = project({map, "--for", panorama.engine});
            expectShown(panorama, lightOf(made, panorama.hasCondonShortley, panorama.rows), column, 1e-4);
        }
    }
}

TEST(EngineOption, CubemapsAreSampledAsTheTableSaysOrWithXMirrored)
{
    const Folder folder;
    const std::string cube = folder.add("cube.dds", ddsCube(8, [](auto face, auto x, auto y) {
                                            return face == 4 && x == 6 && y == 1 ? Rgb{1, 1, 1} : Rgb{0, 0, 0};
                                        }));
    const Direction table = cubeDirection(8, 4, 6, 1);
    for (const char* engine :
         {"unity", "unreal", "godot", "three", "babylon", "filament", "cesium", "directxmath", "google", "cmft"})
    {
        const std::string name = engine;
        const bool isMirrored = name == "three";
        const bool hasSigns =
            name == "unreal" || name == "babylon" || name == "directxmath" || name == "google" || name == "cmft";
        const Direction d = lightOf(project({cube, "--from", engine, "--for", engine}), hasSigns);
        EXPECT_NEAR(d[0], isMirrored ? -table[0] : table[0], 1e-5) << engine;
        EXPECT_NEAR(d[1], table[1], 1e-5) << engine;
        EXPECT_NEAR(d[2], table[2], 1e-5) << engine;
    }
}

// A file for an engine has no turn of its own: the engine samples it by the table, or with x or z mirrored.
TEST(EngineOption, FilesShowAMapWhereTheEngineShowsIt)
{
    const Folder folder;
    const std::string file = folder.path("file.dds");
    for (const std::uint32_t column : {3u, 37u})
    {
        const std::string map = folder.add("map.hdr", oneTexel(column, 9)), cube = folder.path("cube.dds");
        ASSERT_EQ(run({"resample", map, "--size", "64", "-o", cube}).exit, 0);
        for (const Panorama& panorama : kPanoramas)
        {
            const std::string engine = panorama.engine;
            if (engine == "blender") // shows no cubemaps
                continue;
            for (const Names& verb : {Names{"resample", map}, {"resample", cube}, {"prefilter", map, "--mips", "1"}})
            {
                Names arguments = {"--size", "64", "--for", engine, "-o", file};
                arguments.insert(arguments.begin(), verb.begin(), verb.end());
                ASSERT_EQ(run(arguments).exit, 0);
                const Direction d = lightOf(project({file}), false);
                SCOPED_TRACE(verb[0] + ' ' + verb[1]);
                expectShown(panorama, seenFrom(panorama, d), column, 2e-3);
            }
        }
    }
}

// The cubemap, the coefficients and the light of `make` are where the engine shows the map. Godot and Blender get a
// map.
TEST(EngineOption, MakeWritesThreeFilesOfOneOrientation)
{
    const Folder folder;
    const std::string map = folder.add("sky.hdr", oneTexel(37, 9)), out = folder.path("out");
    for (const Panorama& panorama : kPanoramas)
    {
        const std::string engine = panorama.engine, base = out + "/" + engine + "/sky";
        SCOPED_TRACE(engine);
        ASSERT_EQ(run({"make", map, "--for", engine, "--size", "32", "--device", "cpu", "-o", out + "/" + engine}).exit,
                  0);
        const auto made = nlohmann::json::parse(readText(base + "_sh.json"));
        expectShown(panorama, lightOf(made, panorama.hasCondonShortley, panorama.rows), 37, 1e-4);
        expectShown(panorama, madeLight(base + "_lights.json"), 37, 1e-4);
        const auto isMade = [&](const char* ending) { return std::filesystem::exists(base + ending); };
        const std::array kEndings = {".dds", ".ktx2", ".ktx", ".env", ".exr"};
        const auto ending = std::find_if(kEndings.begin(), kEndings.end(), isMade);
        ASSERT_NE(ending, kEndings.end());
        const bool isMap = *ending == std::string_view(".exr"); // which is the input, as we show maps
        const Names file =
            isMap ? Names{base + *ending} : Names{base + *ending, "--from", "probenorm"}; // as the table says
        const Direction d = lightOf(project(file), false);
        // A light of 5.6 degrees in texels of 2.8.
        expectShown(isMap ? kPanoramas.back() : panorama, isMap ? d : seenFrom(panorama, d), 37, 2e-3);
    }
}

namespace {

// Unlike itself along any axis.
std::string slopes()
{
    return radianceFile(kWidth, kHeight, [](std::uint32_t x, std::uint32_t y) {
        return Rgb{float(1 + x), float(1 + (x * x / 16 + y) % 64), float(1 + 3 * y)};
    });
}

const std::array kEngineNames = {"unity",  "unreal",  "godot",  "three", "babylon",     "playcanvas", "filament",
                                 "cesium", "blender", "google", "bevy",  "directxmath", "cmft"};

} // namespace

// The three kinds of inputs, through every command that reads one.
TEST(EngineOption, LightAndReflectionHaveOneOrientation)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", slopes()), ours = folder.path("ours.dds");
    ASSERT_EQ(run({"resample", map, "--size", "64", "-o", ours}).exit, 0);
    const auto differ = [&](const std::string& a, const std::string& b, const char* tolerance) {
        const Outcome compared = run({"compare", a, b, "--tolerance", tolerance});
        return compared.exit == 0 ? "" : compared.out + compared.err;
    };
    for (const std::string engine : kEngineNames)
    {
        SCOPED_TRACE(engine);
        const std::string light = folder.path("light.json"), theirs = folder.path("theirs.dds");
        ASSERT_EQ(run({"project", map, "--for", engine, "-o", light}).exit, 0);
        ASSERT_EQ(run({"prefilter", map, "--size", "64", "--effort", "realtime", "--for", engine, "-o", theirs}).exit,
                  0);
        // Unreal reads mip 0 of 64 for roughness up to .099: it is blurred for that, and bands fall by some alpha^2
        // log(1 / alpha^2) = .1 %.
        const char* const tolerance = engine == "unreal" ? "2e-3" : "1e-3";
        const std::vector<Names> cubes = {{ours}, {ours, "--from", "probenorm"}, {theirs, "--from", engine}};
        for (const Names& cube : cubes)
        {
            const std::string found = folder.path("found.json");
            Names arguments = {"project", "--for", engine, "-o", found};
            arguments.insert(arguments.end(), cube.begin(), cube.end());
            ASSERT_EQ(run(arguments).exit, 0);
            EXPECT_EQ(differ(light, found, tolerance), "");
            EXPECT_EQ(jsonOf({"convert", found, "--convention", "canonical"})["convention"], "canonical");
        }
        ASSERT_EQ(run({"resample", theirs, "--from", engine, "--for", engine, "-o", folder.path("same.ktx2")}).exit, 0);
        EXPECT_EQ(differ(theirs, folder.path("same.ktx2"), "0"), "");
        // So is what is made of ours and of theirs.
        ASSERT_EQ(run({"resample", ours, "--for", engine, "-o", theirs}).exit, 0);
        for (const char* verb : {"resample", "normalize"})
        {
            ASSERT_EQ(run({verb, ours, "--for", engine, "-o", folder.path("a.ktx2")}).exit, 0);
            ASSERT_EQ(run({verb, theirs, "--from", engine, "--for", engine, "-o", folder.path("b.ktx2")}).exit, 0);
            EXPECT_EQ(differ(folder.path("a.ktx2"), folder.path("b.ktx2"), "1e-6"), "") << verb;
        }
    }
}

TEST(EngineOption, LightsAndPreviewsAreTurnedLikeTheRest)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", oneTexel(20, 9)), cube = folder.path("cube.dds");
    for (const Panorama& panorama : kPanoramas)
    {
        const std::string engine = panorama.engine, rest = folder.path("rest.dds");
        ASSERT_EQ(run({"resample", map, "--size", "64", "-o", cube}).exit, 0);
        ASSERT_EQ(run({"resample", map, "--size", "64", "--for", engine, "-o", folder.path("for.dds")}).exit, 0);
        const auto lights = cpuJson({"lights", map, "--for", engine});
        expectShown(panorama, lights["lights"][0]["direction"].get<Direction>(), 20, 1e-4);
        EXPECT_EQ(run({"lights", folder.path("for.dds"), "--from", engine, "--for", engine, "--residual", rest, "-o",
                       folder.path("lights.json")})
                      .exit,
                  0);
        EXPECT_EQ(run({"compare", rest, folder.path("for.dds")}).exit, 1); // the light is out
        for (const auto& [name, arguments] : std::vector<std::pair<std::string, Names>>{
                 {"a", {cube, "--for", engine}}, {"b", {folder.path("for.dds"), "--from", "probenorm"}}})
        {
            const std::string same = folder.path(name + "/map.dds");
            std::filesystem::create_directories(folder.path(name));
            std::filesystem::copy_file(arguments[0], same, std::filesystem::copy_options::overwrite_existing);
            ASSERT_EQ(run({"preview", same, arguments[1], arguments[2], "--size", "64", "--device", "cpu", "-o",
                           folder.path(name + ".png")})
                          .exit,
                      0);
        }
        EXPECT_TRUE(readText(folder.path("a.png")) == readText(folder.path("b.png"))) << engine;
    }
}

TEST(EngineOption, NothingAboutAxesIsSilent)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", slopes()), cube = folder.path("cube.dds"),
                      ours = folder.path("ours.ktx2"), unity = folder.path("unity.ktx2");
    ASSERT_EQ(run({"resample", map, "--size", "8", "-o", cube}).exit, 0);
    ASSERT_EQ(run({"resample", map, "--size", "8", "--for", "unity", "-o", unity}).exit, 0);
    const auto warnings = [](const Names& arguments) {
        Names all = {"project", "--device", "cpu"};
        all.insert(all.end(), arguments.begin(), arguments.end());
        return run(all).err;
    };
    EXPECT_NE(warnings({cube, "--for", "unity"}).find("--from unity"), std::string::npos);
    EXPECT_EQ(warnings({cube, "--for", "unity", "--from", "unity"}), "");
    EXPECT_EQ(warnings({cube, "--for", "unity", "--from", "probenorm"}), "");
    EXPECT_EQ(warnings({cube}), "");
    EXPECT_EQ(warnings({map, "--for", "unity"}), "");
    EXPECT_EQ(warnings({unity, "--for", "unity"}), ""); // the file says whose axes it has
    EXPECT_NE(warnings({unity, "--from", "three"}).find("written for \"unity\""), std::string::npos);
    expectFailure(run({"project", map, "--from", "unity"}), 1, {"--from is for cubemaps"});
    EXPECT_EQ(project({unity, "--for", "three"})["coefficients"],
              project({unity, "--from", "unity", "--for", "three"})["coefficients"]);
    expectFailure(run({"lights", map, "--format", "unity", "--for", "unity"}), 1, {"--for"});
}

TEST(EngineOption, WhatItDidIsUndoneWhenTheResultIsRead)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", oneTexel(20, 9));
    const std::string plain = folder.path("plain.json");
    ASSERT_EQ(run({"project", map, "--device", "cpu", "-o", plain}).exit, 0);
    for (const char* engine : {"unity", "unreal", "godot", "three", "babylon", "playcanvas", "filament", "cesium",
                               "blender", "bevy", "directxmath", "google", "cmft"})
        for (const char* name : {"for.json", "for.txt"})
        {
            const std::string file = folder.path(name);
            ASSERT_EQ(run({"project", map, "--device", "cpu", "--for", engine, "-o", file}).exit, 0) << engine;
            EXPECT_EQ(run({"compare", plain, file, "--tolerance", "1e-6"}).exit, 0) << engine << ' ' << name;
            // convert learns from the JSON that it was a panorama
            const Outcome again = run({"convert", plain, "--for", engine, "-o", folder.path("again.txt")});
            ASSERT_EQ(again.exit, 0) << again.err;
            EXPECT_EQ(run({"compare", plain, folder.path("again.txt"), "--tolerance", "1e-6"}).exit, 0) << engine;
        }
}

TEST(EngineOption, RotateTurnsBeforeTheEngine)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", oneTexel(20, 9));
    const std::string turned = folder.add("turned.hdr", oneTexel(36, 9)); // a quarter to the right: z to x
    const auto a = project({map, "--rotate", "0,90,0", "--for", "three"});
    const auto b = project({turned, "--for", "three"});
    for (std::size_t i = 0; i < 9; ++i)
        EXPECT_NEAR(a["coefficients"][i][0].get<double>(), b["coefficients"][i][0].get<double>(), 1e-6) << i;
}

TEST(EngineOption, WhatItSetsCannotBeSetBesides)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", oneTexel(20, 9));
    expectFailure(run({"project", map, "--for", "three", "--axes", "keep"}), 1, {"--axes", "--for"});
    expectFailure(run({"project", map, "--for", "three", "--convention", "unity"}), 1, {"--convention", "--for"});
    expectFailure(run({"project", map, "--for", "quake"}), 1, {"--for must be one of unity, unreal", "quake"});
    expectFailure(run({"convert", "-"}, R"({"bands": 1, "convention": "canonical", "turned": [1, 2],
                                           "coefficients": [[1, 2, 3]]})"),
                  3, {"turned"});
}
