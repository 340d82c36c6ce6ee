// `manifest`, and `bake FOLDER`, which stands on it.
#include "files.h"
#include "program.h"

#include <filesystem>

using namespace pn::test;

namespace {

std::string map(float value)
{
    return flatMap(8, 4, {value, 1, 1});
}

} // namespace

TEST(ManifestCommand, EachFileIsAProbeAndSixFacesAreOne)
{
    const Folder folder;
    std::vector<std::string> arguments = {"manifest", folder.add("hall 1.hdr", map(2)), folder.add("x.hdr", map(1))};
    for (const char* name : {"nx", "ny", "nz", "px", "py", "pz"})
        arguments.push_back(folder.add(std::string("sky_") + name + ".hdr", flatMap(2, 2)));
    arguments.insert(arguments.end(), {"-o", folder.path("probes.json")});
    const Outcome result = run(arguments);
    ASSERT_EQ(result.exit, 0) << result.err;
    const auto json = nlohmann::json::parse(readText(folder.path("probes.json")));
    ASSERT_EQ(json["probes"].size(), 3u);
    EXPECT_EQ(json["probes"][0], (nlohmann::json{{"id", "hall_1"}, {"file", "hall 1.hdr"}}));
    EXPECT_EQ(json["probes"][1]["id"], "x");
    EXPECT_EQ(json["probes"][2]["id"], "sky");
    EXPECT_EQ(json["probes"][2]["files"][0], "sky_px.hdr");
    EXPECT_EQ(json["probes"][2]["files"][5], "sky_nz.hdr");
    const Outcome bake = run({"bake", folder.path("probes.json"), "--device", "cpu", "-o", folder.path("baked")});
    EXPECT_EQ(bake.exit, 0) << bake.err;
}

TEST(ManifestCommand, NamesThatCollideAreNumbered)
{
    const Folder folder;
    const Names maps = {"manifest", folder.add("a.hdr", map(1)), folder.add("A.hdr", map(2))};
    Names arguments = maps;
    arguments.insert(arguments.end(), {"-o", folder.path("m.json")});
    const Outcome result = run(arguments);
    ASSERT_EQ(result.exit, 0) << result.err;
    const auto json = nlohmann::json::parse(readText(folder.path("m.json")));
    EXPECT_EQ(json["probes"][0]["id"], "a");
    EXPECT_EQ(json["probes"][1]["id"], "A_2");
    expectFailure(run(maps), 3, {"standard output: probes[0] \"a\": file must"}); // where files lie outside
    expectFailure(run({"manifest", folder.path("none.hdr"), "-o", folder.path("n.json")}), 2,
                  {"none.hdr: No such file"});
    EXPECT_FALSE(folder.has("n.json"));
}

TEST(ManifestCommand, AFolderIsBakedWithoutAManifest)
{
    const Folder folder;
    folder.add("a.hdr", map(1));
    folder.add("b.hdr", map(2));
    folder.add("readme.txt", "no map");
    const Folder out;
    const Outcome first = run({"bake", folder.path(""), "--device", "cpu", "-o", out.path("baked")});
    ASSERT_EQ(first.exit, 0) << first.err;
    EXPECT_NE(first.out.find("2 probes"), std::string::npos) << first.out;
    EXPECT_TRUE(out.has("baked/probes/b.json"));
    const Outcome again = run({"bake", folder.path(""), "--device", "cpu", "-o", out.path("baked"), "--resume"});
    EXPECT_NE(again.out.find("2 of them unchanged and skipped"), std::string::npos) << again.out;
    const std::string name = std::filesystem::path(folder.path("")).parent_path().filename().string();
    EXPECT_NE(readText(out.path("baked/bake.json")).find("\"manifest\": \"" + name + "\""), std::string::npos);
    const Folder empty;
    expectFailure(run({"bake", empty.path(""), "-o", out.path("none")}), 3, {"holds no maps"});
}

// A preview that somebody saved beside its map is no probe.
TEST(ManifestCommand, PicturesOfAFolderAreBakedOnlyWhereAManifestNamesThem)
{
    const Folder folder;
    folder.add("a.hdr", map(1));
    folder.add("a.png", "a preview");
    folder.add("b.JPG", "another one");
    const Folder out;
    const Outcome result = run({"bake", folder.path(""), "--device", "cpu", "-o", out.path("baked")});
    EXPECT_EQ(result.exit, 0) << result.err;
    EXPECT_NE(result.out.find(": 1 probe, "), std::string::npos) << result.out;
    EXPECT_NE(result.err.find("2 pictures left out"), std::string::npos) << result.err;
    std::filesystem::remove(folder.path("a.hdr"));
    expectFailure(run({"bake", folder.path(""), "-o", out.path("none")}), 3, {"holds no maps", "manifest"});
}

TEST(ManifestCommand, ErrorsOfAFolderNameTheFile)
{
    const Folder folder;
    const std::string torn = folder.add("torn.hdr", map(1).substr(0, 50));
    const Outcome result = run({"bake", folder.path(""), "--device", "cpu", "-o", folder.path("baked")});
    EXPECT_EQ(result.exit, 3);
    const std::string name = folder.path("").substr(0, folder.path("").size() - 1);
    EXPECT_EQ(result.err.find("probenorm: " + name + ": probe \"torn\": " + torn + ": "), 0u) << result.err;
}

// As on a drive that others share, beside the folder that the manifest lies in.
TEST(ManifestCommand, RootIsWhereFilesAreNamedFrom)
{
    const Folder folder;
    std::filesystem::create_directories(folder.path("assets/sky"));
    std::filesystem::create_directories(folder.path("mine"));
    const std::string file = folder.add("assets/sky/a.hdr", map(1)), manifest = folder.path("mine/probes.json");
    expectFailure(run({"manifest", file, "-o", manifest}), 3, {"climb", "--root"});
    EXPECT_EQ(run({"manifest", file, "--root", folder.path("assets"), "-o", manifest}).exit, 0);
    EXPECT_NE(readText(manifest).find("\"sky/a.hdr\""), std::string::npos);
    const std::string out = folder.path("out");
    EXPECT_EQ(run({"bake", manifest, "--device", "cpu", "-o", out}).exit, 2); // the file is not there
    EXPECT_EQ(
        run({"bake", manifest, "--root", folder.path("assets"), "--device", "cpu", "-o", out, "--overwrite"}).exit, 0);
    expectFailure(run({"bake", folder.path("assets"), "--root", "/", "-o", folder.path("none")}), 1, {"--root"});
}

TEST(ManifestCommand, FilesMayBeNamedFromTheRoot)
{
    const Folder folder;
    const std::string file = folder.add("a.hdr", map(1));
    const std::string output = std::filesystem::proximate(folder.path("m.json")).string(); // from here
    const Outcome result = run({"manifest", file, "-o", output});
    ASSERT_EQ(result.exit, 0) << result.err;
    EXPECT_EQ(nlohmann::json::parse(readText(folder.path("m.json")))["probes"][0]["file"], "a.hdr");
}
