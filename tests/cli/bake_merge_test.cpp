// What a merge leaves behind: the bytes of one run, and an index by which the next --resume reads no file.
#include "bake/record.h"
#include "bake_files.h"
#include "program.h"
#include "support/failure.h"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

using namespace pn::test;

namespace {

namespace fs = std::filesystem;

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

// A merge looks for a record first, which digests the results, and reads them later.
TEST(BakeCommand, MergeRefusesBytesThatTheRecordDoesNotHave)
{
    using namespace pn::cli;
    const BakeScene scene(1, 4);
    bake(scene, "a");
    const Manifest manifest = readManifest(scene.manifest(), CheckFiles::No);
    const std::optional<Json> record = findRecord(scene.path("a"), manifest.probes.front());
    ASSERT_TRUE(record);
    const std::string name = "probes/probe-0.ktx2";
    std::string bytes = readText(scene.path("a/" + name));
    const auto read = [&] {
        const pn::image::Buffer result = readResult(scene.path("a"), name, *record);
        return std::string(reinterpret_cast<const char*>(result.data()), result.size());
    };
    EXPECT_TRUE(read() == bytes);
    bytes.back() = static_cast<char>(bytes.back() ^ 1);
    scene.add("a/" + name, bytes);
    try
    {
        read();
        ADD_FAILURE() << "bytes of another digest were read";
    }
    catch (const Failure& failure)
    {
        EXPECT_EQ(failure.exit(), Exit::InvalidInput);
        EXPECT_EQ(failure.what(), scene.path("a/" + name) + ": has changed since its record was read");
    }
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

// An input that is not older than the run that read it may have changed after it was read.
TEST(BakeCommand, YoungInputsAreDigestedAfterAMerge)
{
    const BakeScene scene(kProbes, 4);
    fs::last_write_time(scene.path("probe-3.dds"), fs::file_time_type::clock::now() + std::chrono::hours(1));
    bakeShards(scene);
    merge(scene);
    EXPECT_EQ(resume(scene), "end");
}
