// What a merge leaves behind: the bytes of one run, and an index by which the next --resume reads no file.
#include "bake/bake_index.h"
#include "bake_files.h"
#include "program.h"

#include <chrono>
#include <filesystem>

using namespace pn::test;

namespace {

namespace fs = std::filesystem;

using pn::cli::BakeIndex;
using pn::cli::BelieveIndex;
using pn::cli::FileStat;
using Names = std::vector<std::string>;

constexpr int kProbes = 6;

// The probes of the scene in two shards, "a" and "b".
void bakeShards(const BakeScene& scene)
{
    bake(scene, "a", {"--shard", "1/2"});
    bake(scene, "b", {"--shard", "2/2"});
    ASSERT_FALSE(records(scene.path("a")).empty());
    ASSERT_FALSE(records(scene.path("b")).empty());
}

void merge(const BakeScene& scene, const Names& more = {})
{
    Names all = {"--merge", scene.path("a"), scene.path("b")};
    all.insert(all.end(), more.begin(), more.end());
    bake(scene, "joined", all);
}

// Resumes what was merged. A run that reads no input and no result is logged as "unchanged", others as "end".
std::string resume(const BakeScene& scene, int expectedSkipped = kProbes)
{
    EXPECT_EQ(bake(scene, "joined", {"--resume", "--format", "json"}).json()["skipped"], expectedSkipped);
    bake(scene, "fresh", {"--overwrite"});
    EXPECT_EQ(differences(scene.path("joined"), scene.path("fresh")), Names{});
    return lastEvent(scene.path("joined"));
}

void damageIndex(const BakeScene& scene, const std::string& shard)
{
    std::string index = readText(scene.path(shard + "/bake.index"));
    index[index.size() / 2] ^= 1;
    scene.add(shard + "/bake.index", index);
}

} // namespace

TEST(BakeCommand, MergeNeedsNoInputsAndSeesBrokenResults)
{
    const BakeScene scene(2, 4);
    bake(scene, "a");
    fs::remove(scene.path("probe-0.dds"));
    bake(scene, "joined", {"--merge", scene.path("a")});
    EXPECT_EQ(differences(scene.path("a"), scene.path("joined")), Names{});
    scene.add("a/probes/probe-1.ktx2", "torn");
    expectFailure(run(scene.arguments("again", {"--merge", scene.path("a")})), 3, {"probe \"probe-1\""});
}

TEST(BakeCommand, ResumeAfterAMergeReadsNothing)
{
    const BakeScene scene(kProbes, 4);
    bakeShards(scene);
    merge(scene);
    EXPECT_EQ(resume(scene), "unchanged");
}

// As from one machine to another: a copy has other times and inodes than what the shard's index tells of results.
TEST(BakeCommand, ResumeAfterAMergeOfCopiedShardsReadsNothing)
{
    const BakeScene scene(kProbes, 4);
    bakeShards(scene);
    fs::rename(scene.path("a"), scene.path("original"));
    fs::copy(scene.path("original"), scene.path("a"), fs::copy_options::recursive);
    fs::remove_all(scene.path("original"));
    merge(scene);
    EXPECT_EQ(resume(scene), "unchanged");
}

TEST(BakeCommand, InputsThatChangeAroundAMergeAreNoticed)
{
    const BakeScene scene(kProbes, 4);
    bakeShards(scene);
    scene.add("probe-1.dds", probeCube(11, 4));
    merge(scene);
    scene.add("probe-2.dds", probeCube(12, 4));
    EXPECT_EQ(resume(scene, kProbes - 2), "end");
}

TEST(BakeCommand, ResumeDigestsWhereAShardHasNoGoodIndex)
{
    const BakeScene scene(kProbes, 4);
    bakeShards(scene);
    damageIndex(scene, "a");
    merge(scene);
    EXPECT_EQ(resume(scene), "end");
    fs::remove(scene.path("a/bake.index"));
    fs::remove_all(scene.path("joined"));
    merge(scene);
    EXPECT_EQ(resume(scene), "end");
    EXPECT_EQ(resume(scene), "unchanged");
    fs::remove(scene.path("b/bake.index"));
    merge(scene, {"--resume"}); // the folder's own index has what the shards' indexes lack
    EXPECT_EQ(resume(scene), "unchanged");
}

TEST(BakeCommand, MergeWithVerifyBelievesNoIndex)
{
    const BakeScene scene(kProbes, 4);
    bakeShards(scene);
    merge(scene, {"--verify"});
    EXPECT_EQ(resume(scene), "end");
}

// An input that is not older than the index may have changed after it was read.
TEST(BakeCommand, YoungInputsAreDigestedAfterAMerge)
{
    const BakeScene scene(kProbes, 4);
    fs::last_write_time(scene.path("probe-3.dds"), fs::file_time_type::clock::now() + std::chrono::hours(1));
    bakeShards(scene);
    merge(scene);
    EXPECT_EQ(resume(scene), "end");
}

TEST(BakeIndex, TellsTheInputsOfARecordThatAreOlderThanItself)
{
    const BakeScene scene(2, 4);
    const pn::cli::Manifest manifest = pn::cli::readManifest(scene.manifest(), pn::cli::CheckFiles::Yes);
    const FileStat input = pn::cli::statOf(scene.path("probe-0.dds"));
    const FileStat young{input.size, input.modified, input.changed + std::int64_t{3600} * 1'000'000'000, input.inode};
    while (pn::cli::statOf(scene.add("clock", "")).modified <= input.changed)
        continue; // a tick of the file system's clock
    BakeIndex written(scene.path("index"), BelieveIndex::Yes);
    written.add(manifest.probes[0], "seal", {input, young});
    written.add(manifest.probes[1], "seal", {young, input});
    written.write();

    const BakeIndex index(scene.path("index"), BelieveIndex::Yes);
    const std::vector<FileStat> nothing;
    EXPECT_EQ(index.findInputs(manifest.probes[0], "seal", 1), std::vector{input}); // a young result does not matter
    EXPECT_EQ(index.findInputs(manifest.probes[0], "another", 1), nothing);
    EXPECT_EQ(index.findInputs(manifest.probes[0], "seal", 2), nothing);
    EXPECT_EQ(index.findInputs(manifest.probes[0], "seal", 3), nothing);
    EXPECT_EQ(index.findInputs(manifest.probes[1], "seal", 1), nothing);
    const BakeIndex unbelieved(scene.path("index"), BelieveIndex::No);
    EXPECT_EQ(unbelieved.findInputs(manifest.probes[0], "seal", 1), nothing);
}

// A copy is younger than its original; what it believes is not.
TEST(BakeIndex, ACopyBelievesWhatTheOriginalDid)
{
    const BakeScene scene(1, 4);
    const pn::cli::Manifest manifest = pn::cli::readManifest(scene.manifest(), pn::cli::CheckFiles::Yes);
    BakeIndex written(scene.path("index"), BelieveIndex::Yes);
    const std::int64_t now = pn::cli::statOf(scene.add("clock", "")).modified;
    written.add(manifest.probes[0], "seal", {FileStat{1, now, now + std::int64_t{3600} * 1'000'000'000, 1}});
    written.write();
    fs::last_write_time(scene.path("index"), fs::file_time_type::clock::now() + std::chrono::hours(2));
    const BakeIndex copy(scene.path("index"), BelieveIndex::Yes);
    EXPECT_EQ(copy.findInputs(manifest.probes[0], "seal", 1), std::vector<FileStat>{});
}
