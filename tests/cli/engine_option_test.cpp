// `--for ENGINE`: light arrives from where each engine shows the texel that it comes from.
#include "files.h"
#include "program.h"

#include <cmath>
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
    bool hasCondonShortley; // odd m are stored with a minus
};

const std::array kPanoramas = {
    Panorama{"unity", [](double x, double, double z) { return 0.5 - std::atan2(z, x) / (2 * kPi); }, false, false},
    Panorama{"unreal", [](double x, double y, double) { return 0.5 + std::atan2(x, -y) / (2 * kPi); }, true, true},
    Panorama{"godot", [](double x, double, double z) { return std::atan2(x, -z) / (2 * kPi); }, false, false},
    Panorama{"three", [](double x, double, double z) { return 0.5 + std::atan2(z, x) / (2 * kPi); }, false, false},
    Panorama{"blender", [](double x, double y, double) { return 0.5 - std::atan2(y, x) / (2 * kPi); }, true, true},
    Panorama{"google", [](double x, double y, double) { return std::atan2(y, x) / (2 * kPi); }, true, true},
    Panorama{"cmft", [](double x, double, double z) { return 0.5 + std::atan2(x, z) / (2 * kPi); }, false, true},
};

double wrapped(double u)
{
    return u - std::floor(u);
}

// The direction of the light that a set's first band holds, whatever its scale: rows 1, 2, 3 are y, z, x.
Direction lightOf(const nlohmann::json& json, bool hasCondonShortley)
{
    const auto& rows = json.at("coefficients");
    const double sign = hasCondonShortley ? -1.0 : 1.0;
    Direction d = {sign * rows[3][0].get<double>(), sign * rows[1][0].get<double>(), rows[2][0].get<double>()};
    const double length = std::hypot(d[0], d[1], d[2]);
    for (double& value : d)
        value /= length;
    return d;
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

} // namespace

TEST(EngineOption, PanoramasLightFromWhereTheEngineShowsThem)
{
    const Folder folder;
    for (const std::uint32_t column : {3u, 20u, 37u, 52u})
    {
        const std::string map = folder.add("map.hdr", oneTexel(column, 9));
        for (const Panorama& panorama : kPanoramas)
        {
            const Direction d = lightOf(project({map, "--for", panorama.engine}), panorama.hasCondonShortley);
            const double up = panorama.isZUp ? d[2] : d[1];
            EXPECT_NEAR(std::acos(up) / kPi, 9.5 / kHeight, 1e-4) << panorama.engine;
            EXPECT_NEAR(wrapped(panorama.u(d[0], d[1], d[2])), (column + 0.5) / kWidth, 1e-4)
                << panorama.engine << ", column " << column;
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
    for (const char* engine : {"unity", "unreal", "godot", "three", "babylon", "filament", "directxmath", "cmft"})
    {
        const std::string name = engine;
        const bool isMirrored = name == "three" || name == "filament";
        const bool hasSigns = name == "unreal" || name == "babylon" || name == "directxmath" || name == "cmft";
        const Direction d = lightOf(project({cube, "--for", engine}), hasSigns);
        EXPECT_NEAR(d[0], isMirrored ? -table[0] : table[0], 1e-5) << engine;
        EXPECT_NEAR(d[1], table[1], 1e-5) << engine;
        EXPECT_NEAR(d[2], table[2], 1e-5) << engine;
    }
}

TEST(EngineOption, WhatItDidIsUndoneWhenTheResultIsRead)
{
    const Folder folder;
    const std::string map = folder.add("map.hdr", oneTexel(20, 9));
    const std::string plain = folder.path("plain.json");
    ASSERT_EQ(run({"project", map, "--device", "cpu", "-o", plain}).exit, 0);
    for (const char* engine : {"unity", "unreal", "godot", "three", "babylon", "playcanvas", "filament", "blender",
                               "directxmath", "google", "cmft"})
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
    expectFailure(run({"convert", "-", "--for", "three"},
                      R"({"bands": 1, "convention": "canonical", "coefficients": [[1, 2, 3]]})"),
                  1, {"--for", "layout"});
    expectFailure(run({"convert", "-"}, R"({"bands": 1, "convention": "canonical", "turned": [1, 2],
                                           "coefficients": [[1, 2, 3]]})"),
                  3, {"turned"});
}
