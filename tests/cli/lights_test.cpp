// `probenorm lights`: the light of a made sky, in every form.
#include "files.h"
#include "program.h"

#include <cmath>

using namespace pn::test;
using Json = nlohmann::json;

namespace {

constexpr double kPi = 3.14159265358979;

// A white sky with a warm sun of one texel, on face +Y.
std::string skyWithSun(const Folder& folder, const Rgb& sun = {1001, 501, 251})
{
    return folder.add("sky.dds", ddsCube(16, [&](std::uint32_t face, std::uint32_t x, std::uint32_t y) {
                          return face == 2 && x == 4 && y == 9 ? sun : Rgb{1, 1, 1};
                      }));
}

Json lights(const std::string& path, const std::string& format, const std::string& from = "probenorm")
{
    const Outcome outcome = run({"lights", path, "--format", format, "--from", from, "--device", "cpu"});
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    return outcome.json();
}

void expectVector(const Json& found, const std::array<double, 3>& expected, double tolerance)
{
    for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(double(found[i]), expected[i], tolerance) << found;
}

} // namespace

TEST(LightsCommand, FindsTheSunInEveryForm)
{
    const Folder folder;
    const std::string path = skyWithSun(folder);
    const auto d = cubeDirection(16, 2, 4, 9);
    const Json json = lights(path, "json");
    ASSERT_EQ(json["lights"].size(), 1u);
    expectVector(json["lights"][0]["direction"], d, 1e-5);
    const double irradiance = json["lights"][0]["irradiance"][0];
    EXPECT_NEAR(json["lights"][0]["irradiance"][1], irradiance / 2, 1e-4 * irradiance);
    EXPECT_NEAR(json["residual"]["coefficients"][0][0], 2.0 * std::sqrt(kPi), 1e-4); // a white sky

    const Json unity = lights(path, "unity", "unity")["lights"][0];
    expectVector(unity["forward"], {-d[0], -d[1], -d[2]}, 1e-5);
    EXPECT_NEAR(unity["intensity"], irradiance / kPi, 1e-4 * irradiance);
    EXPECT_NEAR(unity["intensityHdrp"], irradiance, 1e-4 * irradiance);
    expectVector(unity["color"], {1.0, 0.5, 0.25}, 1e-4);

    const Json three = lights(path, "three", "three")["lights"][0]; // which mirrors cubemaps
    expectVector(three["position"], {-d[0], d[1], d[2]}, 1e-5);
    EXPECT_NEAR(three["intensity"], irradiance, 1e-4 * irradiance);

    const Json gltf = lights(path, "gltf", "three");
    const Json& light = gltf["extensions"]["KHR_lights_punctual"]["lights"][0];
    EXPECT_EQ(light["type"], "directional");
    EXPECT_NEAR(light["intensity"], irradiance, 1e-4 * irradiance);
    const Json& q = gltf["nodes"][0]["rotation"]; // takes +z, which is away from where the light shines, to the light
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    expectVector({2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}, {-d[0], d[1], d[2]}, 1e-5);
}

TEST(LightsCommand, WritesTheEnvironmentWithoutItsLights)
{
    const Folder folder;
    const std::string sky = skyWithSun(folder), cube = folder.path("residual.dds"), map = folder.path("residual.hdr");
    ASSERT_EQ(run({"lights", sky, "--residual", cube, "--device", "cpu"}).exit, 0);
    const Json facts = jsonOf({"info", cube})["input"]; // white again
    EXPECT_NEAR(facts["max"], 1.0, 1e-3) << facts;
    EXPECT_NEAR(facts["min"], 1.0, 1e-3) << facts;
    EXPECT_TRUE(lights(cube, "json")["lights"].empty());

    const std::string panorama = folder.add("sky.hdr", radianceFile(64, 32, [](std::uint32_t x, std::uint32_t y) {
                                                return x == 20 && y == 9 ? Rgb{1024, 512, 256} : Rgb{1, 1, 1};
                                            }));
    ASSERT_EQ(run({"lights", panorama, "--residual", map, "--device", "cpu"}).exit, 0);
    EXPECT_NEAR(jsonOf({"info", map})["input"]["max"], 1.0, 1e-2); // Radiance has 8 bits
    expectFailure(run({"lights", panorama, "--residual", folder.path("residual.ktx2")}), 1, {".exr", "residual.ktx2"});
}

TEST(ProjectCommand, TakesLightsOutAndTurnsThemAsItTurnsCoefficients)
{
    const Folder folder;
    const std::string path = skyWithSun(folder);
    const auto d = cubeDirection(16, 2, 4, 9);
    const auto project = [&](Names more) {
        more.insert(more.begin(), {"project", path});
        return cpuJson(more);
    };
    const Json plain = project({"--extract-lights", "4"});
    ASSERT_EQ(plain["lights"].size(), 1u);
    expectVector(plain["lights"][0]["direction"], d, 1e-5);
    EXPECT_NEAR(plain["coefficients"][0][0], 2.0 * std::sqrt(kPi), 1e-4);
    EXPECT_NEAR(plain["coefficients"][1][0], 0.0, 1e-4);
    EXPECT_FALSE(project({}).contains("lights"));

    const Json turned = project({"--extract-lights", "4", "--rotate", "0,90,0", "--scale", "2"}); // z to x, x to -z
    expectVector(turned["lights"][0]["direction"], {d[2], d[1], -d[0]}, 1e-5);
    EXPECT_NEAR(turned["lights"][0]["irradiance"][0], 2.0 * double(plain["lights"][0]["irradiance"][0]), 1e-4);
}

// The record has what project says. The cubemap keeps its sun, so it is divided as one whose lights were not asked for.
TEST(BakeCommand, TakesLightsOutOfTheCoefficientsAlone)
{
    const Folder folder;
    const std::string path = skyWithSun(folder);
    const Json projected = cpuJson({"project", path, "--extract-lights", "4", "--window", "auto"});
    const auto bake = [&](std::uint32_t count) {
        const Json manifest = {{"version", 1},
                               {"defaults", {{"extractLights", count}, {"cubemap", "dds"}}},
                               {"probes", {{{"id", "sky"}, {"file", "sky.dds"}}}}};
        const std::string out = folder.path("out" + std::to_string(count));
        const Outcome outcome = run({"bake", folder.add("probes.json", manifest.dump()), "-o", out, "--device", "cpu"});
        EXPECT_EQ(outcome.exit, 0) << outcome.err;
        return std::pair(Json::parse(readText(out + "/probes/sky.json")), readText(out + "/probes/sky.dds"));
    };
    const auto [record, cubemap] = bake(4);
    EXPECT_EQ(record["lights"], projected["lights"]);
    EXPECT_EQ(record["coefficients"], projected["coefficients"]);
    const auto [plain, plainCubemap] = bake(0);
    EXPECT_FALSE(plain.contains("lights"));
    EXPECT_EQ(cubemap, plainCubemap);
    EXPECT_NE(record["coefficients"], plain["coefficients"]);
}

TEST(ProjectCommand, NeedsNoWindowWithoutTheSun)
{
    const Folder folder;
    const std::string sky = skyWithSun(folder, {30000, 20000, 10000});
    EXPECT_LT(cpuJson({"project", sky, "--window", "auto"})["dering"]["width"], 0.9);
    EXPECT_EQ(cpuJson({"project", sky, "--window", "auto", "--extract-lights", "1"})["dering"]["width"], 1.0);
}

TEST(LightsCommand, SaysThatThereIsNone)
{
    const Folder folder;
    const std::string sky = folder.add("sky.hdr", flatMap(16, 8));
    EXPECT_NE(run({"lights", sky}).out.find("0 lights"), std::string::npos);
    EXPECT_TRUE(lights(sky, "json")["lights"].empty());
    EXPECT_FALSE(lights(sky, "gltf").contains("extensions"));
}
