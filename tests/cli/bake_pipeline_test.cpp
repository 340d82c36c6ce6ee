// Probes of a bake share batches, threads and memory; none of them may feel that.
#include "bake_files.h"
#include "program.h"

#include <sys/resource.h>

#include <cmath>

using namespace pn::test;

namespace {

// Probes that differ in everything that decides which calls they share.
class MixedScene : public BakeScene
{
public:
    MixedScene() : BakeScene(12, 16)
    {
        nlohmann::json& probes = json()["probes"];
        probes[1]["bands"] = 5;
        probes[2]["preset"] = "eevee";
        probes[3]["cubemap"] = "none";
        probes[3]["mips"] = false;
        probes[4]["faceSize"] = 4;
        probes[5]["mips"] = false;
        probes[6]["negative"] = "zero";
        add("probe-7.dds", probeCube(7, 12));
        for (std::size_t i = 8; i < 12; ++i)
            probes[i].update({{"mips", false}, {"prefilter", i == 8 ? "filament" : "unity"}});
        probes[10]["extractLights"] = 1;
        probes[11]["faceSize"] = 8;
        add("map.hdr", radianceFile(32, 16, [](auto x, auto) { return Rgb{2, 1, x < 8 ? 4.0f : 1.0f}; }));
        probes.push_back({{"id", "map"}, {"file", "map.hdr"}});
        save();
    }
};

// The limit of open files, for what is started while this lives.
class FewOpenFiles
{
public:
    explicit FewOpenFiles(rlim_t count)
    {
        getrlimit(RLIMIT_NOFILE, &m_before);
        const rlimit few{count, m_before.rlim_max};
        setrlimit(RLIMIT_NOFILE, &few);
    }
    ~FewOpenFiles() { setrlimit(RLIMIT_NOFILE, &m_before); }
    FewOpenFiles(const FewOpenFiles&) = delete;
    FewOpenFiles& operator=(const FewOpenFiles&) = delete;

private:
    rlimit m_before{};
};

} // namespace

// Each probe alone is a manifest of its own.
TEST(BakePipeline, MixedProbesAreWhatEachIsAlone)
{
    MixedScene scene;
    bake(scene, "together");
    const nlohmann::json all = scene.json()["probes"];
    for (const nlohmann::json& probe : all)
    {
        scene.json()["probes"] = nlohmann::json::array({probe}); // clang copies where gcc makes an array of {probe}
        scene.save();
        const std::string id = probe["id"];
        bake(scene, "alone-" + id);
        for (const auto& [name, bytes] : bakedFiles(scene.path("alone-" + id + "/probes")))
            EXPECT_TRUE(readText(scene.path("together/probes/" + name)) == bytes) << name;
    }
}

TEST(BakePipeline, LittleMemoryAndFewFilesGiveTheSameBytes)
{
    const MixedScene scene;
    bake(scene, "much");
    bake(scene, "little", {"--max-memory", "1", "--jobs", "4"});
    expectSame(scene, "much", "little");
    const FewOpenFiles few(96);
    bake(scene, "few", {"--jobs", "2"});
    expectSame(scene, "much", "few");
}

// Jobs compute small probes, and the device what is large.
TEST(BakePipeline, LargeProbesAmongSmallOnesAreWhatEachIsAlone)
{
    BakeScene scene(6, 16);
    constexpr std::uint32_t kLarge = 768; // 27 MiB of texels, and as much again twice
    scene.json()["defaults"]["mips"] = false;
    for (const std::uint32_t index : {1, 4})
        scene.add("probe-" + std::to_string(index) + ".dds", probeCube(index, kLarge));
    scene.save();
    bake(scene, "threads", {"--threads", "2"});
    bake(scene, "jobs", {"--threads", "2", "--jobs", "1", "--max-memory", "1"});
    expectSame(scene, "threads", "jobs");
    for (const std::uint32_t index : {0, 1})
    {
        const std::string id = "probe-" + std::to_string(index);
        const auto alone = cpuJson({"project", scene.path(id + ".dds"), "--window", "auto"});
        const auto record = scene.read("jobs/probes/" + id + ".json");
        EXPECT_EQ(record["coefficients"], alone["coefficients"]) << id;
    }
}

TEST(BakePipeline, OneBadProbeOfABatchIsNamedAndTheOthersAreBaked)
{
    MixedScene scene;
    for (nlohmann::json& probe : scene.json()["probes"])
        probe["badTexels"] = "error";
    scene.save();
    scene.add("probe-1.dds", ddsCube(16, [](auto face, auto x, auto y) {
                  return Rgb{face == 4 && x == 3 && y == 2 ? NAN : 1.0f, 1, 1};
              }));
    expectFailedProbes(run(scene.arguments("out", {"--max-memory", "1G"})), 3,
                       {"probe \"probe-1\": " + scene.path("probe-1.dds: a texel is not finite at face +Z, x 3, y 2")});
    scene.add("probe-1.dds", probeCube(1, 16));
    EXPECT_EQ(bake(scene, "out", {"--resume", "--format", "json"}).json()["skipped"], 12);
    expectFresh(scene, "out");
}

// The settings of the input do what the options of project do.
TEST(BakePipeline, LayoutAndLayerAreThoseOfProject)
{
    BakeScene scene(0, 4);
    scene.add("parts.exr", readText(std::string(PN_WITNESS) + "openexr_parts.exr"));
    scene.add("ball.hdr", radianceFile(16, 16, [](auto x, auto y) {
                  return Rgb{static_cast<float>(x), static_cast<float>(y), 128};
              }));
    scene.json()["defaults"] = nlohmann::json::object();
    scene.json()["probes"] = {{{"id", "beauty"}, {"file", "parts.exr"}, {"layer", "beauty"}},
                              {{"id", "clipped"}, {"file", "parts.exr"}, {"layer", "clipped"}},
                              {{"id", "ball"}, {"file", "ball.hdr"}, {"layout", "equirect"}}};
    scene.save();
    bake(scene, "out");
    const std::array<Names, 3> options = {{{"beauty", "parts.exr", "--layer", "beauty"},
                                           {"clipped", "parts.exr", "--layer", "clipped"},
                                           {"ball", "ball.hdr", "--layout", "equirect"}}};
    for (const Names& each : options)
    {
        const auto projected = cpuJson({"project", "--window", "auto", scene.path(each[1]), each[2], each[3]});
        EXPECT_EQ(scene.read("out/probes/" + each[0] + ".json")["coefficients"], projected["coefficients"]) << each[0];
    }
    scene.json()["probes"][0]["layer"] = "none";
    scene.save();
    expectFailedProbes(run(scene.arguments("torn")), 3, {"no layer is named none"});
}
