// What a bake may remove: its own files, and nothing that it reads or that somebody else put there.
#include "bake/folder.h"
#include "bake_here.h"
#include "support/failure.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <utility>

using namespace pn::test;

namespace fs = std::filesystem;

// What happens before this process takes its next lock.
static std::function<void()> beforeLock;

// In place of the C library's.
extern "C" int flock(int file, int operation)
{
    if (beforeLock)
        std::exchange(beforeLock, nullptr)();
    return static_cast<int>(syscall(SYS_flock, file, operation));
}

// The names of the files that this process has removed, in order.
static Names removed;

extern "C" [[gnu::visibility("default")]] int remove(const char* path)
{
    removed.push_back(fs::path(path).filename());
    return unlink(path) == 0 || rmdir(path) == 0 ? 0 : -1;
}

namespace {

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

// The exit code and the line that somebody gets who bakes into folder.
std::string refusalOf(const std::string& folder, pn::cli::ExistingBake existing)
{
    try
    {
        pn::cli::BakeFolder(folder, existing).removeStrays({});
    }
    catch (const pn::cli::Failure& failure)
    {
        return std::to_string(static_cast<int>(failure.exit())) + ": " + failure.what();
    }
    return "";
}

} // namespace

// Of a fresh folder nothing is looked up, so nothing of a bake may be in it.
TEST(BakeFolderIsFresh, WhereItHoldsNoProbe)
{
    using pn::cli::BakeFolder;
    using pn::cli::ExistingBake;
    const BakeScene scene(2, 4);
    EXPECT_TRUE(BakeFolder(scene.path("out"), ExistingBake::Refuse).isFresh());
    EXPECT_TRUE(BakeFolder(scene.path("resumed"), ExistingBake::Resume).isFresh());
    bake(scene, "out");
    EXPECT_FALSE(BakeFolder(scene.path("out"), ExistingBake::Resume).isFresh());
    EXPECT_TRUE(BakeFolder(scene.path("out"), ExistingBake::Overwrite).isFresh());
    bake(scene, "kept");
    scene.add("kept/probes/notes.txt", "a user's");
    EXPECT_FALSE(BakeFolder(scene.path("kept"), ExistingBake::Overwrite).isFresh());
}

TEST(BakeFolderOwns, ManifestsAndInputsOfItsNamesAreRefused)
{
    BakeScene scene(2, 4);
    bake(scene, "out");
    for (const char* name : {"probe-0.dds", "probe-1.dds"})
        fs::copy(scene.path(name), scene.path("out/probes"));
    const std::string among = scene.add("out/probes/all.json", readText(scene.manifest()));
    expectRefused(scene, {"bake", among, "-o", scene.path("out")}, 1, {among, "out/probes belongs to the bake"});
    const std::string summary = scene.add("bake.json", readText(scene.manifest()));
    expectRefused(scene, {"bake", summary, "-o", scene.path(".")}, 1, {summary, "belongs to the bake"});

    fs::create_directory(scene.path("probes"));
    scene.add("probes/hall.dds", probeCube(1, 4));
    scene.json()["probes"].push_back({{"id", "hall"}, {"file", "probes/hall.dds"}});
    scene.save();
    expectRefused(scene, scene.arguments("."), 1, {"probes/hall.dds", "belongs to the bake"});
    bake(scene, "elsewhere");
}

TEST(BakeFolderOwns, LinksDoNotHideWhatItOwns)
{
    BakeScene scene(1, 4);
    bake(scene, "out");
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
    bake(scene, "part1", {"--shard", "1/2"});
    bake(scene, "part2", {"--shard", "2/2"});
    fs::create_directory_symlink("part1", scene.path("link"));
    for (const char* source : {"part1", "part1/", "./part1", "link", "part1/probes"})
        expectRefused(scene, scene.arguments("part1", {"--merge", scene.path(source), scene.path("part2")}), 1,
                      {scene.path(source), "belongs to the bake"});
    bake(scene, "whole", {"--merge", scene.path("part1"), scene.path("part2")});
    bake(scene, "whole", {"--merge", scene.path("part1"), scene.path("part2"), "--overwrite"});
}

TEST(BakeFolderOwns, ProbesThatNoBakeWroteAreRefused)
{
    const BakeScene scene(1, 4);
    fs::create_directories(scene.path("out/probes/raw"));
    scene.add("out/probes/raw/capture.hdr", "a capture");
    expectRefused(scene, scene.arguments("out"), 2, {"out/probes: ", "\"raw\"", "no bake's"});
    fs::remove_all(scene.path("out/probes/raw"));
    scene.add("out/probes/probe-0.hdr", "a capture");
    expectRefused(scene, scene.arguments("out"), 2, {"out/probes: ", "\"probe-0.hdr\"", "no bake's"});
    fs::remove(scene.path("out/probes/probe-0.hdr"));
    bake(scene, "out");
}

TEST(BakeFolderOwns, FilesOfOtherNamesStay)
{
    const BakeScene scene(2, 4);
    bake(scene, "out");
    const Names foreign = {"notes.txt",         "probe-0.json.meta", ".hidden.tmp", ".notes.txt.1-0.tmp", "README",
                           "-not-an-id-.json.", ".gitignore",        "old.HDR",     "two words.png"};
    for (const std::string& name : foreign)
        scene.add("out/probes/" + name, name);
    fs::create_directory(scene.path("out/probes/old.json"));
    scene.add("out/probes/old.json/inside", "");
    for (const char* mode : {"--resume", "--overwrite"})
    {
        const Names own = {"dropped.json", "dropped.png", "dropped.hdr", ".probe-0.json.12-0.tmp"};
        for (const std::string& name : own)
            scene.add("out/probes/" + name, name);
        bake(scene, "out", {mode});
        for (const std::string& name : foreign)
            EXPECT_EQ(readText(scene.path("out/probes/" + name)), name) << mode;
        EXPECT_TRUE(fs::exists(scene.path("out/probes/old.json/inside"))) << mode;
        for (const std::string& name : own)
            EXPECT_FALSE(fs::exists(scene.path("out/probes/" + name))) << mode << ' ' << name;
    }
}

// Two bakes find an empty folder, and the second one waits for its processor until the first has ended.
TEST(BakeFolderLock, BakeThatCameBetweenIsLeftAlone)
{
    const BakeScene scene(2, 4);
    std::map<std::string, std::string> before;
    beforeLock = [&] {
        bake(scene, "out");
        before = filesOf(scene.path("out"));
    };
    const std::string refusal = refusalOf(scene.path("out"), pn::cli::ExistingBake::Refuse);
    EXPECT_EQ(refusal,
              "2: " + scene.path("out") + ": holds a bake already; --resume goes on with it, --overwrite replaces it");
    EXPECT_FALSE(before.empty());
    EXPECT_TRUE(filesOf(scene.path("out")) == before) << "a file was touched, or the lock's is left";
}

TEST(BakeFolderLock, IsGoneWhereTheFolderCannotBeUsed)
{
    const Folder folder;
    beforeLock = [&] { folder.add("out/probes", "a file"); };
    const std::string refusal = refusalOf(folder.path("out"), pn::cli::ExistingBake::Resume);
    EXPECT_TRUE(refusal.starts_with("2: " + folder.path("out/probes") + ": ")) << refusal;
    EXPECT_FALSE(folder.has("out/.bake.lock"));
}

TEST(BakeFolderOwns, CubemapsOfFormerFormatsAreRemoved)
{
    BakeScene scene(2, 4);
    bake(scene, "out");
    ASSERT_TRUE(fs::exists(scene.path("out/probes/probe-0.ktx2")));
    scene.json()["defaults"]["cubemap"] = "dds";
    scene.json()["probes"][1]["cubemap"] = "none";
    scene.save();
    bake(scene, "out", {"--resume"});
    expectFresh(scene, "out");
    EXPECT_FALSE(fs::exists(scene.path("out/probes/probe-0.ktx2")));

    scene.add("out/probes/probe-0.hdr", "of a format before that");
    bake(scene, "out", {"--merge", scene.path("fresh"), "--resume"});
    expectSame(scene, "out", "fresh");
}

// If the bake is killed between the two, its folder must not look finished.
TEST(BakeFolderOwns, SummaryGoesBeforeTheResultsThatItNames)
{
    for (const char* mode : {"--resume", "--overwrite"})
    {
        BakeScene scene(2, 4);
        bake(scene, "out");
        scene.json()["defaults"]["cubemap"] = "dds";
        scene.save();
        removed.clear();
        EXPECT_EQ(bakeHere(scene.arguments("out", {mode, "--quiet"})).exit, 0);
        const auto summary = std::find(removed.begin(), removed.end(), "bake.json");
        const auto result = std::find(removed.begin(), removed.end(), "probe-0.ktx2");
        ASSERT_NE(result, removed.end()) << mode;
        EXPECT_LT(summary, result) << mode;
    }
}
