// What a bake makes of its probes: records, cubemaps, a summary, a log and a report.
#include "bake_files.h"
#include "program.h"

#include <cmath>

using namespace pn::test;

// That project and normalize make the same of a probe, and that convert reads its record.
static void expectSameAsCommands(const BakeScene& scene, const std::string& id, const std::string& file,
                                 const Names& more = {})
{
    const auto record = scene.read("out/probes/" + id + ".json");
    const auto projected = cpuJson({"project", scene.path(file), "--window", "auto"});
    for (const char* key : {"coefficients", "irradiance", "dering", "bands", "convention"})
        EXPECT_EQ(record[key], projected[key]) << id << ' ' << key;
    const std::string cube = scene.path("one.ktx2");
    Names normalize = {"normalize", scene.path(file), "-o", cube, "--device", "cpu"};
    normalize.insert(normalize.end(), more.begin(), more.end());
    ASSERT_EQ(run(normalize).exit, 0);
    EXPECT_EQ(readText(scene.path("out/probes/" + id + ".ktx2")), readText(cube)) << id;
    EXPECT_EQ(run({"convert", scene.path("out/probes/" + id + ".json"), "--convention", "unity"}).exit, 0);
}

// Also of a map, whose light is the map's by whichever command (docs/decisions, 14), and of one channel.
TEST(BakeCommand, WritesTheCoefficientsOfProjectAndTheCubemapOfNormalize)
{
    BakeScene scene(3, 8);
    scene.json()["probes"][0]["divide"] = "luminance"; // which is divided in another call of the library
    scene.json()["probes"][1]["channels"] = 1;
    scene.add("map.hdr", radianceFile(16, 8, [](auto x, auto y) {
                  return Rgb{x == 3 && y == 2 ? 128.0f : 0.25f, 1, static_cast<float>(y)};
              }));
    scene.json()["probes"].push_back({{"id", "map"}, {"file", "map.hdr"}, {"faceSize", 8}});
    scene.save();
    bake(scene, "out");
    EXPECT_EQ(scene.read("out/probes/probe-1.json")["plan"]["settings"]["channels"], 1);
    expectSameAsCommands(scene, "probe-1", "probe-1.dds", {"--mips", "--channels", "1"});
    expectSameAsCommands(scene, "probe-2", "probe-2.dds", {"--mips"});
    expectSameAsCommands(scene, "map", "map.hdr", {"--mips", "--resample", "8"});
}

// Also from another size than the input's, of one channel, and after an earlier bake had another mapping.
TEST(BakeCommand, PrefiltersAsNormalizeDoes)
{
    BakeScene scene(4, 16);
    scene.json()["defaults"].update({{"mips", false}, {"prefilter", "linear"}});
    nlohmann::json& probes = scene.json()["probes"];
    probes[1].update({{"prefilter", "unreal"}, {"lobe", "cosine"}, {"faceSize", 8}});
    probes[2].update({{"prefilter", "none"}});
    probes[3].update({{"prefilter", "babylon"}, {"channels", 1}});
    scene.save();
    bake(scene, "out");
    scene.json()["defaults"]["prefilter"] = "unity";
    scene.save();
    bake(scene, "out", {"--resume"});
    expectSameAsCommands(scene, "probe-0", "probe-0.dds", {"--prefilter", "unity"});
    expectSameAsCommands(scene, "probe-1", "probe-1.dds",
                         {"--prefilter", "unreal", "--lobe", "cosine", "--resample", "8"});
    expectSameAsCommands(scene, "probe-2", "probe-2.dds");
    expectSameAsCommands(scene, "probe-3", "probe-3.dds", {"--prefilter", "babylon", "--channels", "1"});
    const auto record = scene.read("out/probes/probe-0.json");
    EXPECT_EQ(record["prefilter"]["mapping"], "unity");
    EXPECT_EQ(record["prefilter"]["effort"], "baked");
    EXPECT_EQ(record["prefilter"]["roughness"].size(), 5u);
    EXPECT_EQ(record["normalization"]["mapping"], "unity");
    EXPECT_TRUE(scene.read("out/probes/probe-2.json")["prefilter"].is_null());
}

// Blocks of one colour hold it, and the blocks of others do not.
TEST(BakeCommand, RecordsWhatBlocksCost)
{
    BakeScene scene(2, 8);
    scene.add("grey.dds", flatCube(8, {0.5f, 1, 2}));
    scene.json()["probes"].push_back({{"id", "grey"}, {"file", "grey.dds"}});
    scene.json()["defaults"] = {{"cubemap", "ktx2"}, {"texels", "bc6h"}, {"preset", "classic"}};
    scene.save();
    bake(scene, "out");
    EXPECT_EQ(scene.read("out/probes/grey.json")["bc6h"]["error"], 0.0f);
    const float error = scene.read("out/probes/probe-0.json")["bc6h"]["error"];
    EXPECT_GT(error, 0.001f);
    EXPECT_LT(error, 0.5f);
}

TEST(BakeCommand, DrawsPicturesAsLargeAsAsked)
{
    BakeScene scene(1, 8);
    scene.json()["defaults"] = {{"pictureSize", 96}};
    scene.save();
    bake(scene, "out");
    const std::string png = readText(scene.path("out/probes/probe-0.png"));
    EXPECT_EQ(png.substr(16, 8), std::string("\0\0\x06\x90\0\0\x01\x20", 8)); // 17.5 and 3 faces of 96 texels
}

TEST(BakeCommand, SixFilesAreOneProbe)
{
    BakeScene scene(0, 4);
    Names files;
    for (const char* face : {"px", "nx", "py", "ny", "pz", "nz"})
    {
        files.push_back(std::string("sky_") + face + ".hdr");
        scene.add(files.back(), flatMap(8, 8, {2, 2, 2}));
    }
    scene.json()["probes"] = {{{"id", "sky"}, {"files", files}}};
    scene.save();
    bake(scene, "out");
    const auto record = scene.read("out/probes/sky.json");
    EXPECT_EQ(record["input"]["layout"], "faces");
    EXPECT_NEAR(record["irradiance"]["average"][0].get<double>(), 2.0, 1e-6);

    scene.json()["probes"] = {{{"id", "sky"}, {"file", files[0]}}};
    scene.save();
    expectFailedProbes(run(scene.arguments("one")), 3, {"one face of six"});
}

TEST(BakeCommand, SummaryHasPlaceFilesAndWarnings)
{
    BakeScene scene(4, 8);
    const nlohmann::json box = {{"min", {-1, 0, -1}}, {"max", {1, 2.5, 1}}};
    scene.json()["probes"][0]["box"] = box;
    const auto grey = [](float value) {
        return [value](std::uint32_t face, std::uint32_t x, std::uint32_t y) {
            const bool isSun = value == 1.0f && face == 2 && x == 3 && y == 3;
            return isSun ? Rgb{65504, 65504, 65504} : Rgb{value, value, value};
        };
    };
    scene.add("probe-1.dds", ddsCube(8, grey(1.0f)));     // clipped, and so bright that it rings
    scene.add("probe-2.dds", ddsCube(8, grey(0x1p-12f))); // dark
    scene.add("probe-3.dds", ddsCube(8, [](auto face, auto x, auto y) {
                  return Rgb{face + x + y == 0 ? NAN : 1.0f, 1, 1};
              }));
    scene.save();
    const Outcome result = bake(scene, "out");
    EXPECT_NE(result.out.find(": 4 probes, 3 with warnings (1 with NaN or infinite texels); see"), std::string::npos)
        << result.out;
    EXPECT_EQ(bake(scene, "out", {"--resume", "--format", "json"}).json()["withBadTexels"], 1);
    const auto probes = scene.read("out/bake.json")["probes"];
    ASSERT_EQ(probes.size(), 4u);
    EXPECT_EQ(probes[0]["position"], (nlohmann::json{0.0, 1.5, 0.0}));
    EXPECT_EQ(probes[0]["box"], box);
    EXPECT_EQ(probes[0]["files"].size(), 3u);
    EXPECT_EQ(probes[1]["warnings"], (nlohmann::json{"clipped", "ringing"}));
    EXPECT_EQ(probes[2]["warnings"], nlohmann::json{"dark"});
    EXPECT_EQ(probes[3]["warnings"], nlohmann::json{"bad-texels"});
}

TEST(BakeCommand, LogHasWhatDiffersBetweenRuns)
{
    const BakeScene scene(2, 4);
    bake(scene, "out");
    bake(scene, "out", {"--resume"});
    Names names;
    for (const nlohmann::json& event : events(scene.path("out")))
        names.push_back(event["event"]);
    EXPECT_EQ(names, (Names{"start", "probe", "probe", "end", "start", "end"}));
}

TEST(BakeCommand, ReportStandsAlone)
{
    const BakeScene scene(3, 4);
    bake(scene, "out");
    const std::string page = readText(scene.path("out/report.html"));
    EXPECT_EQ(page.find("http://"), std::string::npos);
    EXPECT_EQ(page.find("https://"), std::string::npos);
    std::size_t pictures = 0;
    for (std::size_t at = 0; (at = page.find(",\"/9j/", at)) != std::string::npos; ++at) // a JPEG's first bytes
        ++pictures;
    EXPECT_EQ(pictures, 3u);
}
