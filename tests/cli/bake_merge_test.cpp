// What a merge leaves behind: the bytes of one run, and an index by which the next --resume reads no file.
#include "bake/bake_index.h"
#include "bake/folder.h"
#include "bake/merge.h"
#include "bake_files.h"
#include "program.h"
#include "support/failure.h"
#include "support/progress.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <cstdarg>
#include <filesystem>
#include <functional>
#include <string>

using namespace pn::test;

// What happens before this process opens a file.
static std::function<void(const std::string& path)> beforeOpen;

// In place of the C library's.
extern "C" int open(const char* path, int flags, ...)
{
    std::va_list arguments;
    va_start(arguments, flags);
    const auto mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : mode_t{0};
    va_end(arguments);
    if (beforeOpen)
        beforeOpen(path);
    return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

namespace {

namespace fs = std::filesystem;

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

// Resumes what was merged. "unchanged": it digested no input and no result.
std::string resume(const BakeScene& scene, int expectedSkipped = kProbes)
{
    EXPECT_EQ(bake(scene, "joined", {"--resume", "--format", "json"}).json()["skipped"], expectedSkipped);
    expectFresh(scene, "joined");
    return lastEvent(scene.path("joined"));
}

} // namespace

TEST(BakeCommand, MergeNeedsNoInputsAndSeesBrokenResults)
{
    const BakeScene scene(2, 4);
    bake(scene, "a");
    fs::remove(scene.path("probe-0.dds"));
    bake(scene, "joined", {"--merge", scene.path("a")});
    expectSame(scene, "a", "joined");
    scene.add("a/probes/probe-1.ktx2", "torn");
    expectFailure(run(scene.arguments("again", {"--merge", scene.path("a")})), 3,
                  {"none of the folders has 1 of 2 probes", "\"probe-1\""});
}

// More probes than are copied together, so the others are copied before it is known that the last one is absent.
TEST(BakeCommand, MergeNamesTheProbesOfAShardThatIsNotThereAndLeavesNothing)
{
    BakeScene scene(100, 2);
    scene.json()["defaults"] = nlohmann::json::object(); // so that they take little time: a disk syncs each file
    scene.save();
    bakeShards(scene);
    const std::size_t absent = records(scene.path("b")).size();
    ASSERT_GT(absent, 11u);
    const Outcome result = run(scene.arguments("joined", {"--merge", scene.path("a")}));
    expectFailure(
        result, 3,
        {"has " + std::to_string(absent) + " of 100 probes", "\" and " + std::to_string(absent - 10) + " more"});
    std::size_t named = 0;
    for (std::size_t at = 0; (at = result.err.find("\"probe-", at)) != std::string::npos; ++at)
        ++named;
    EXPECT_EQ(named, 10u) << result.err;
    merge(scene);
    fs::remove(scene.path("joined/probes/probe-99.json"));
    expectFailure(run(scene.arguments("again", {"--merge", scene.path("joined")})), 3,
                  {"has 1 of 100", "\"probe-99\""});
    EXPECT_EQ(bakedFiles(scene.path("again")).size(), 0u);
    EXPECT_FALSE(fs::exists(scene.path("again/bake.log.jsonl")));
}

// A farm that meets a broken file has all the others, the reason, and the exit code of one run.
TEST(BakeCommand, MergeCarriesFailedProbesOverAsOneRunDoes)
{
    const BakeScene scene(kProbes, 4);
    scene.add("probe-1.dds", probeCube(1, 4).substr(0, 300));
    fs::remove(scene.path("probe-4.dds"));
    const Names reasons = {"probes.json: probe \"probe-1\": ", "probes.json: probe \"probe-4\": "};
    expectFailedProbes(run(scene.arguments("whole")), 3, reasons);
    for (const char* shard : {"1/3", "2/3", "3/3"})
        run(scene.arguments(std::string("part") + shard[0], {"--shard", shard}));
    const Names merging = {"--merge", scene.path("part1"), scene.path("part2"), scene.path("part3")};
    const Outcome merged = run(scene.arguments("joined", merging));
    expectFailedProbes(merged, 3, reasons);
    EXPECT_NE(merged.err.find("probe-4.dds: No such file"), std::string::npos) << merged.err;
    EXPECT_NE(merged.out.find("4 probes, "), std::string::npos) << merged.out;
    EXPECT_NE(merged.out.find("2 failed"), std::string::npos) << merged.out;
    expectSame(scene, "whole", "joined");
    EXPECT_EQ(failures(scene.path("joined")).size(), 2u);

    Names replacing = merging;
    replacing.emplace_back("--overwrite");
    expectFailedProbes(run(scene.arguments("joined", replacing)), 3, reasons);
    expectSame(scene, "whole", "joined");

    scene.add("probe-1.dds", probeCube(1, 4)); // fixed where one part is baked again
    scene.add("probe-4.dds", probeCube(4, 4));
    for (const char* shard : {"1/3", "2/3", "3/3"})
        bake(scene, std::string("part") + shard[0], {"--shard", shard, "--resume"});
    EXPECT_EQ(run(scene.arguments("joined", replacing)).exit, 0);
    expectFresh(scene, "joined");
}

// A probe without a result and without a reason is absent: its shard was interrupted, or its summary is damaged.
TEST(BakeCommand, MergeBelievesNoDamagedSummary)
{
    const BakeScene scene(2, 4);
    fs::remove(scene.path("probe-1.dds"));
    EXPECT_EQ(run(scene.arguments("a")).exit, 2);
    const std::string summary = readText(scene.path("a/bake.json"));
    for (const std::string& text : {std::string(), std::string("{"), std::string(R"({"failed": 7})"),
                                    summary.substr(0, summary.size() / 2), "[" + summary + "]"})
    {
        scene.add("a/bake.json", text);
        expectFailure(run(scene.arguments("joined", {"--merge", scene.path("a")})), 3, {"\"probe-1\""});
        EXPECT_FALSE(fs::exists(scene.path("joined/bake.log.jsonl"))) << text;
    }
    std::string otherVersion = summary;
    otherVersion.replace(otherVersion.find("\"algorithm\": "), 14, "\"algorithm\": 9");
    scene.add("a/bake.json", otherVersion);
    expectFailure(run(scene.arguments("joined", {"--merge", scene.path("a")})), 3, {"\"probe-1\""});
}

TEST(BakeCommand, MergeThatFailsReplacesNoBake)
{
    const BakeScene scene(2, 4);
    bake(scene, "a");
    bake(scene, "joined");
    fs::remove(scene.path("a/probes/probe-1.json"));
    expectFailure(run(scene.arguments("joined", {"--merge", scene.path("a"), "--overwrite"})), 3, {"\"probe-1\""});
    expectFresh(scene, "joined");
}

// A result is read twice: to find the shard that has it, and to copy it.
TEST(MergeShards, RefusesAResultThatChangesBetweenItsReads)
{
    using namespace pn::cli;
    const BakeScene scene(1, 4);
    bake(scene, "a");
    const std::string name = "a/probes/probe-0.ktx2";
    std::string bytes = readText(scene.path(name));
    bytes.back() = static_cast<char>(bytes.back() ^ 1);
    int reads = 0;
    beforeOpen = [&](const std::string& path) {
        if (path == scene.path(name) && ++reads == 2)
            scene.add(name, bytes);
    };
    const BakeFolder folder(scene.path("joined"), ExistingBake::Refuse);
    BakeIndex index(folder.pathOf("bake.index"), BelieveIndex::No);
    Console console;
    Progress progress(console, ProgressMode::None, 1);
    std::string message;
    try
    {
        mergeShards(folder, readManifest(scene.manifest(), CheckFiles::No), {.shards = {scene.path("a")}}, index,
                    progress);
    }
    catch (const Failure& failure)
    {
        EXPECT_EQ(failure.exit(), Exit::InvalidInput);
        message = failure.what();
    }
    beforeOpen = nullptr;
    EXPECT_EQ(message, scene.path(name) + ": has changed since its record was read");
    EXPECT_EQ(records(scene.path("joined")).size(), 0u);
}

// Shards may come from another machine. A copied result then has another time and inode than its index holds.
TEST(BakeCommand, ResumeAfterAMergeReadsNothing)
{
    const BakeScene scene(kProbes, 4);
    bakeShards(scene);
    merge(scene);
    EXPECT_EQ(resume(scene), "unchanged");
    fs::remove_all(scene.path("joined"));
    fs::rename(scene.path("a"), scene.path("original"));
    fs::copy(scene.path("original"), scene.path("a"), fs::copy_options::recursive);
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
    std::string index = readText(scene.path("a/bake.index"));
    index[index.size() / 2] ^= 1;
    scene.add("a/bake.index", index);
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

// An input that is not older than the run that read it may have changed after it was read.
TEST(BakeCommand, YoungInputsAreDigestedAfterAMergeAndAllAfterOneThatVerifies)
{
    const BakeScene scene(kProbes, 4);
    bakeShards(scene);
    merge(scene, {"--verify"}); // believes no index
    EXPECT_EQ(resume(scene), "end");
    fs::last_write_time(scene.path("probe-3.dds"), fs::file_time_type::clock::now() + std::chrono::hours(1));
    for (const char* folder : {"a", "b", "joined"})
        fs::remove_all(scene.path(folder));
    bakeShards(scene);
    merge(scene);
    EXPECT_EQ(resume(scene), "end");
}
