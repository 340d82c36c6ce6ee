// What a bake may remove: its own files, and nothing that it reads.
#include "bake_files.h"
#include "program.h"

#include <filesystem>

using namespace pn::test;

namespace {

namespace fs = std::filesystem;

using Names = std::vector<std::string>;

const std::vector<Names> kModes = {{}, {"--resume"}, {"--overwrite"}};

std::map<std::string, std::string> filesOf(const std::string& folder)
{
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        files[entry.path().string()] = entry.is_regular_file() ? readText(entry.path().string()) : "";
    return files;
}

// That no mode lets the bake begin, and that all files are left as they are.
void expectRefused(const BakeScene& scene, const Names& arguments, int exit, const Names& words)
{
    const auto before = filesOf(scene.path(""));
    for (const Names& mode : kModes)
    {
        Names all = arguments;
        all.insert(all.end(), mode.begin(), mode.end());
        expectFailure(run(all), exit, words);
        EXPECT_TRUE(filesOf(scene.path("")) == before) << "a file was touched";
    }
}

void expectBaked(const BakeScene& scene, const std::string& folder, const Names& more = {})
{
    const Outcome result = run(scene.arguments(folder, more));
    EXPECT_EQ(result.exit, 0) << result.err;
}

} // namespace

TEST(BakeFolderOwns, ManifestAmongItsProbesIsRefused)
{
    const BakeScene scene(2, 4);
    expectBaked(scene, "out");
    for (const char* name : {"probe-0.dds", "probe-1.dds"})
        fs::copy(scene.path(name), scene.path("out/probes"));
    const std::string manifest = scene.add("out/probes/all.json", readText(scene.manifest()));
    expectRefused(scene, {"bake", manifest, "-o", scene.path("out")}, 1, {manifest, "out/probes belongs to the bake"});
}

TEST(BakeFolderOwns, ManifestOfTheSummarysNameIsRefused)
{
    const BakeScene scene(1, 4);
    const std::string manifest = scene.add("bake.json", readText(scene.manifest()));
    expectRefused(scene, {"bake", manifest, "-o", scene.path(".")}, 1, {manifest, "belongs to the bake"});
}

TEST(BakeFolderOwns, InputAmongItsProbesIsRefused)
{
    BakeScene scene(1, 4);
    fs::create_directory(scene.path("probes"));
    scene.add("probes/hall.dds", probeCube(1, 4));
    scene.json()["probes"].push_back({{"id", "hall"}, {"file", "probes/hall.dds"}});
    scene.save();
    expectRefused(scene, scene.arguments("."), 1, {"probes/hall.dds", "belongs to the bake"});
    expectBaked(scene, "out");
}

TEST(BakeFolderOwns, LinksDoNotHideWhatItOwns)
{
    BakeScene scene(1, 4);
    expectBaked(scene, "out");
    scene.add("out/probes/hall.dds", probeCube(1, 4));
    fs::create_symlink("out/probes/hall.dds", scene.path("hall.dds"));
    fs::create_directory_symlink("out", scene.path("link"));
    scene.json()["probes"].push_back({{"id", "hall"}, {"file", "hall.dds"}});
    scene.save();
    expectRefused(scene, scene.arguments("link"), 1, {"hall.dds", "belongs to the bake"});

    fs::rename(scene.path("out/probes/hall.dds"), scene.path("whole.dds"));
    fs::create_symlink("../../whole.dds", scene.path("out/probes/hall.dds"));
    scene.json()["probes"][1]["file"] = "out/probes/hall.dds";
    scene.save();
    expectRefused(scene, scene.arguments("out"), 1, {"out/probes/hall.dds", "belongs to the bake"});
}

TEST(BakeFolderOwns, FolderIsNotJoinedIntoItself)
{
    const BakeScene scene(4, 4);
    expectBaked(scene, "part1", {"--shard", "1/2"});
    expectBaked(scene, "part2", {"--shard", "2/2"});
    fs::create_directory_symlink("part1", scene.path("link"));
    for (const char* source : {"part1", "part1/", "./part1", "link", "part1/probes"})
        expectRefused(scene, scene.arguments("part1", {"--merge", scene.path(source), scene.path("part2")}), 1,
                      {scene.path(source), "belongs to the bake"});
    expectBaked(scene, "whole", {"--merge", scene.path("part1"), scene.path("part2")});
    expectBaked(scene, "whole", {"--merge", scene.path("part1"), scene.path("part2"), "--overwrite"});
}
