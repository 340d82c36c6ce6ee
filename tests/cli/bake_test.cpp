// What a bake makes of its probes: records, cubemaps, a summary, a log and a report.
#include "bake_files.h"
#include "program.h"

#include <limits>
#include <sstream>

using namespace pn::test;

namespace {

using Names = std::vector<std::string>;

nlohmann::json readJson(const std::string& path)
{
    return nlohmann::json::parse(readText(path));
}

} // namespace

TEST(BakeCommand, WritesTheCoefficientsOfProjectAndTheCubemapOfNormalize)
{
    const BakeScene scene(2, 8);
    bake(scene, "out");
    const auto record = readJson(scene.path("out/probes/probe-1.json"));
    const auto projected =
        run({"project", scene.path("probe-1.dds"), "--window", "auto", "--format", "json", "--device", "cpu"}).json();
    for (const char* key : {"coefficients", "irradiance", "dering", "bands", "convention"})
        EXPECT_EQ(record[key], projected[key]) << key;
    const Names normalize = {"normalize", scene.path("probe-1.dds"), "-o", scene.path("one.ktx2"), "--mips"};
    ASSERT_EQ(run(normalize).exit, 0);
    EXPECT_EQ(readText(scene.path("out/probes/probe-1.ktx2")), readText(scene.path("one.ktx2")));
}

TEST(BakeCommand, OneChannelIsThatOfNormalize)
{
    BakeScene scene(2, 8);
    scene.json()["probes"][0]["divide"] = "luminance"; // the other one is divided in another call of the library
    scene.json()["probes"][1]["channels"] = 1;
    scene.save();
    bake(scene, "out");
    EXPECT_EQ(readJson(scene.path("out/probes/probe-1.json"))["plan"]["settings"]["channels"], 1);
    const Names normalize = {
        "normalize", scene.path("probe-1.dds"), "-o", scene.path("one.ktx2"), "--mips", "--channels", "1"};
    ASSERT_EQ(run(normalize).exit, 0);
    EXPECT_EQ(readText(scene.path("out/probes/probe-1.ktx2")), readText(scene.path("one.ktx2")));
}

TEST(BakeCommand, RecordIsReadByConvert)
{
    const BakeScene scene(1, 4);
    bake(scene, "out");
    const Outcome converted = run({"convert", scene.path("out/probes/probe-0.json"), "--convention", "unity"});
    EXPECT_EQ(converted.exit, 0) << converted.err;
}

TEST(BakeCommand, SixFilesAreOneProbe)
{
    BakeScene scene(0, 4);
    Names files;
    for (const char* face : {"px", "nx", "py", "ny", "pz", "nz"})
    {
        files.push_back(std::string("sky_") + face + ".hdr");
        scene.add(files.back(), radianceFile(8, 8, [](auto, auto) { return Rgb{2, 2, 2}; }));
    }
    scene.json()["probes"] = {{{"id", "sky"}, {"files", files}}};
    scene.save();
    bake(scene, "out");
    const auto record = readJson(scene.path("out/probes/sky.json"));
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
                  return face + x + y == 0 ? Rgb{std::numeric_limits<float>::quiet_NaN(), 1, 1} : Rgb{1, 1, 1};
              }));
    scene.save();
    const Outcome result = bake(scene, "out");
    EXPECT_NE(result.out.find(": 4 probes, 3 with warnings (1 with NaN or infinite texels); see"), std::string::npos)
        << result.out;
    EXPECT_EQ(bake(scene, "out", {"--resume", "--format", "json"}).json()["withBadTexels"], 1);
    const auto probes = readJson(scene.path("out/bake.json"))["probes"];
    ASSERT_EQ(probes.size(), 4u);
    EXPECT_EQ(probes[0]["position"], (nlohmann::json{0.0, 1.5, 0.0}));
    EXPECT_EQ(probes[0]["box"], box);
    EXPECT_EQ(probes[0]["files"].size(), 3u);
    EXPECT_EQ(probes[1]["warnings"], (nlohmann::json{"clipped", "ringing"}));
    EXPECT_EQ(probes[2]["warnings"], nlohmann::json{"dark"});
    EXPECT_EQ(probes[3]["warnings"], nlohmann::json{"bad-texels"});
}

TEST(BakeCommand, ProgressCountsProbes)
{
    const BakeScene scene(3, 4);
    const Outcome result = bake(scene, "out", {"--progress", "json"});
    const std::string last = result.err.substr(result.err.rfind('\n', result.err.size() - 2) + 1);
    const auto state = nlohmann::json::parse(last);
    EXPECT_EQ(state["read"], 3);
    EXPECT_EQ(state["completed"], 3);
    EXPECT_EQ(state["total"], 3);
    EXPECT_EQ(bake(scene, "quiet").err, "");
}

TEST(BakeCommand, LogHasWhatDiffersBetweenRuns)
{
    const BakeScene scene(2, 4);
    bake(scene, "out");
    bake(scene, "out", {"--resume"});
    std::vector<std::string> events;
    std::istringstream lines(readText(scene.path("out/bake.log.jsonl")));
    for (std::string line; std::getline(lines, line);)
        events.push_back(nlohmann::json::parse(line)["event"]);
    EXPECT_EQ(events, (Names{"start", "probe", "probe", "end", "start", "end"}));
}

TEST(BakeCommand, ReportStandsAlone)
{
    const BakeScene scene(3, 4);
    bake(scene, "out");
    const std::string page = readText(scene.path("out/report.html"));
    EXPECT_EQ(page.find("http://"), std::string::npos);
    EXPECT_EQ(page.find("https://"), std::string::npos);
    std::size_t pictures = 0;
    for (std::size_t at = 0; (at = page.find(",\"iVBORw0KGgo", at)) != std::string::npos; ++at) // a PNG's first bytes
        ++pictures;
    EXPECT_EQ(pictures, 3u);
}
