// What a bake leaves behind does not depend on how it came about: in one run, killed and resumed, or in shards.
#include "bake_files.h"
#include "program.h"

#include <signal.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <thread>

using namespace pn::test;

namespace {

// A small one, or with PN_FULL_BAKE set the 1000 probes of 64^2 that docs/bake.md speaks of.
BakeScene makeScene(std::uint32_t probeCount, std::uint32_t faceSize)
{
    const bool isFull = std::getenv("PN_FULL_BAKE") != nullptr;
    return isFull ? BakeScene(1000, 64) : BakeScene(probeCount, faceSize);
}

// Starts a bake, ends it by a signal after a while, and returns its outcome.
Outcome bakeAndSignal(const BakeScene& scene, const std::string& folder, int signal, std::chrono::microseconds after)
{
    RunningProgram program(scene.arguments(folder, {"--resume", "--quiet"}));
    std::this_thread::sleep_for(after);
    program.signal(signal);
    return program.finish();
}

} // namespace

TEST(BakeCommand, NothingDependsOnJobsOrOnWhereItLies)
{
    const BakeScene scene(5, 8);
    bake(scene, "one", {"--jobs", "1"});
    const BakeScene moved(5, 8);
    bake(moved, "four", {"--jobs", "4", "--threads", "3"});
    EXPECT_EQ(differences(scene.path("one"), moved.path("four")), Names{});
}

TEST(BakeCommand, KilledTenTimesAndResumedIsTheSameBake)
{
    const BakeScene scene = makeScene(60, 32);
    const auto start = std::chrono::steady_clock::now();
    bake(scene, "whole");
    const auto wall = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start);

    constexpr std::uint32_t kSeed = 4;
    SCOPED_TRACE(kSeed);
    std::mt19937 random(kSeed);
    std::size_t killed = 0;
    for (int i = 0; i < 10; ++i)
    {
        const auto done = records(scene.path("out"));
        const std::chrono::microseconds after(random() % (static_cast<std::uint64_t>(wall.count()) / 4));
        killed += bakeAndSignal(scene, "out", SIGKILL, after).exit == 128 + SIGKILL ? 1 : 0;
        const auto now = records(scene.path("out"));
        for (const auto& [name, bytes] : done)
            EXPECT_TRUE(now.count(name) == 1 && now.at(name) == bytes) << name << " was done and is lost";
    }
    EXPECT_GE(killed, 5u) << "most runs ended before they were killed";
    RecordProperty("killed", std::to_string(killed));
    RecordProperty("doneWhenLastKilled", std::to_string(records(scene.path("out")).size()));
    bake(scene, "out", {"--resume"});
    expectSame(scene, "whole", "out");
}

TEST(BakeCommand, ResumeBakesWhatIsNotAsItShouldBe)
{
    BakeScene scene(7, 8);
    bake(scene, "out");
    scene.add("probe-1.dds", probeCube(9, 8));                                        // another input
    scene.add("out/probes/probe-2.ktx2", "torn");                                     // a broken result
    std::filesystem::remove(scene.path("out/probes/probe-3.png"));                    // a lost one
    std::string record = readText(scene.path("out/probes/probe-4.json"));             // a record that lies
    scene.add("out/probes/probe-4.json", record.replace(record.find("0."), 2, "1.")); // in one digit
    scene.json()["probes"][5]["preset"] = "eevee";                                    // other settings
    scene.json()["probes"].erase(6);                                                  // a dropped one
    scene.save();
    const auto resumed = bake(scene, "out", {"--resume", "--format", "json"}).json();
    EXPECT_EQ(resumed["skipped"], 1);
    EXPECT_EQ(resumed["baked"], 5);
    expectFresh(scene, "out");
}

TEST(BakeCommand, CancelledBakeKeepsWhatIsDone)
{
    const BakeScene scene(120, 32);
    RunningProgram program(scene.arguments("out", {"--jobs", "1", "--quiet"}));
    while (records(scene.path("out")).empty())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    program.signal(SIGINT);
    expectFailure(program.finish(), 4, {"cancelled", "of 120 probes ", "--resume"});
    EXPECT_FALSE(std::filesystem::exists(scene.path("out/bake.json")));
    EXPECT_GE(bake(scene, "out", {"--resume", "--format", "json"}).json()["skipped"], 1);
    expectFresh(scene, "out");
}

// The index may only spare reading; what it does not know for sure is digested.
TEST(BakeCommand, IndexIsBelievedOnlyWhenItIsWholeAndAskedFor)
{
    const BakeScene scene(3, 4);
    bake(scene, "out");
    bake(scene, "out", {"--resume"}); // digests inputs that were made in the same tick of the clock as the bake began
    bake(scene, "out", {"--resume"});
    EXPECT_EQ(lastEvent(scene.path("out")), "unchanged");
    bake(scene, "out", {"--resume", "--verify"});
    EXPECT_EQ(lastEvent(scene.path("out")), "end");
    std::string index = readText(scene.path("out/bake.index"));
    index[index.size() / 2] ^= 1;
    scene.add("out/bake.index", index);
    bake(scene, "out", {"--resume"});
    EXPECT_EQ(lastEvent(scene.path("out")), "end");
    bake(scene, "out", {"--resume"});
    EXPECT_EQ(lastEvent(scene.path("out")), "unchanged");
    std::filesystem::remove(scene.path("out/bake.json"));
    bake(scene, "out", {"--resume"});
    expectFresh(scene, "out");
}

// A merge would take the record of what the input was before.
TEST(BakeCommand, ProbeThatFailsKeepsNoOlderRecord)
{
    const BakeScene scene(2, 4);
    bake(scene, "out");
    scene.add("probe-1.dds", probeCube(1, 4).substr(0, 300));
    expectFailedProbes(run(scene.arguments("out", {"--resume"})), 3, {"probe-1"});
    EXPECT_EQ(records(scene.path("out")).size(), 1u);
    expectFailedProbes(run(scene.arguments("joined", {"--merge", scene.path("out")})), 3, {"probe-1"});
    EXPECT_EQ(records(scene.path("joined")).size(), 1u);
}

TEST(BakeCommand, ShardsJoinToTheWhole)
{
    const BakeScene scene = makeScene(20, 8);
    bake(scene, "whole");
    bake(scene, "a", {"--shard", "1/2"});
    bake(scene, "b", {"--shard", "2/2"});
    EXPECT_EQ(records(scene.path("a")).size() + records(scene.path("b")).size(), records(scene.path("whole")).size());
    bake(scene, "joined", {"--merge", scene.path("a"), scene.path("b")});
    expectSame(scene, "whole", "joined");
    expectFailure(run(scene.arguments("half", {"--merge", scene.path("a")})), 3,
                  {"none of the folders has", "\"probe-"});
}
