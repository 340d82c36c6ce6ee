// What a bake does not touch, and how it ends where the world is against it: inputs that cannot be read or change under
// it, results that cannot be written.
#include "bake_files.h"
#include "program.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

using namespace pn::test;

namespace fs = std::filesystem;

TEST(BakeCommand, FolderThatHoldsABakeIsLeftAlone)
{
    const BakeScene scene(2, 4);
    bake(scene, "out");
    const auto before = bakedFiles(scene.path("out"));
    scene.add("probe-0.dds", probeCube(7, 4));
    expectFailure(run(scene.arguments("out")), 2, {"out", "holds a bake already", "--resume", "--overwrite"});
    EXPECT_EQ(bakedFiles(scene.path("out")), before);
    bake(scene, "out", {"--overwrite"});
    expectFresh(scene, "out");
    expectFailure(run(scene.arguments("out", {"--resume", "--overwrite"})), 1, {"--resume", "--overwrite"});
}

TEST(BakeCommand, FolderIsLockedWhileItIsBakedInto)
{
    const BakeScene scene(1, 4);
    fs::create_directory(scene.path("out"));
    const int file = open(scene.path("out/.bake.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    ASSERT_EQ(flock(file, LOCK_EX | LOCK_NB), 0);
    expectFailure(run(scene.arguments("out")), 2, {"out", "another process"});
    close(file); // as the death of its owner would
    bake(scene, "out");
    EXPECT_FALSE(fs::exists(scene.path("out/.bake.lock")));
}

// Wherever the scene lies: what the bake writes does not name its folder.
TEST(BakeCommand, EndsWithItsReportWhereInputsAreBrokenOrMissing)
{
    BakeScene scene(4, 4);
    scene.json()["probes"][3]["file"] = "gone & lost.dds";
    scene.save();
    scene.add("probe-1.dds", probeCube(1, 4).substr(0, 300));
    expectFailedProbes(run(scene.arguments("out")), 3,
                       {"probes.json: probe \"probe-1\": " + scene.path("probe-1.dds: "),
                        "probes.json: probe \"probe-3\": " + scene.path("gone & lost.dds: No such file")});
    const auto summary = scene.read("out/bake.json");
    ASSERT_EQ(summary["probes"].size(), 2u);
    EXPECT_EQ(summary["probes"][1]["id"], "probe-2");
    ASSERT_EQ(summary["failed"].size(), 2u);
    EXPECT_EQ(summary["failed"][0]["id"], "probe-1");
    EXPECT_EQ(summary["failed"][0]["reason"].get<std::string>().find("probe-1.dds: "), 0u) << summary;
    EXPECT_EQ(
        summary["failed"][1],
        (nlohmann::json{{"id", "probe-3"}, {"reason", "gone & lost.dds: No such file or directory"}, {"exit", 2}}));
    const std::string page = readText(scene.path("out/report.html"));
    EXPECT_NE(page.find("2 probes failed"), std::string::npos);
    EXPECT_NE(page.find("<b>probe-3</b>: gone &amp; lost.dds: No such file or directory"), std::string::npos);

    scene.add("probe-1.dds", probeCube(1, 4));
    scene.add("gone & lost.dds", probeCube(3, 4));
    EXPECT_EQ(bake(scene, "out", {"--resume", "--format", "json"}).json()["skipped"], 2);
    expectFresh(scene, "out");
}

TEST(BakeCommand, NamesTenOfManyProbesThatFailedAndHasTheCodeOfTheFirst)
{
    const BakeScene scene(13, 4);
    Names words;
    for (int i = 0; i < 12; ++i)
        fs::remove(scene.path("probe-" + std::to_string(i) + ".dds"));
    for (int i = 0; i < 10; ++i)
        words.push_back("\"probe-" + std::to_string(i) + "\": ");
    words.emplace_back("probes.json: 2 more probes failed; bake.json names them");
    scene.add("probe-1.dds", ""); // which is another code's
    expectFailedProbes(run(scene.arguments("out")), 2, words);
    EXPECT_EQ(scene.read("out/bake.json")["failed"].size(), 12u);
    const Outcome again = run(scene.arguments("out", {"--resume", "--format", "json"}));
    EXPECT_EQ(again.exit, 2);
    EXPECT_EQ(again.json()["failed"], 12);
    EXPECT_EQ(again.json()["probes"], 1);
}

TEST(BakeCommand, StrictEndsAtTheFirstProbeThatFails)
{
    const BakeScene scene(4, 4);
    scene.add("probe-1.dds", probeCube(1, 4).substr(0, 300));
    expectFailure(run(scene.arguments("broken", {"--strict", "--jobs", "1"})), 3,
                  {"probe \"probe-1\": " + scene.path("probe-1.dds: ")});
    EXPECT_FALSE(fs::exists(scene.path("broken/bake.json")));
    EXPECT_FALSE(fs::exists(scene.path("broken/report.html")));
    fs::remove(scene.path("probe-2.dds"));
    expectFailure(run(scene.arguments("gone", {"--strict"})), 2,
                  {"probe \"probe-2\": " + scene.path("probe-2.dds: No such file or directory")});
    EXPECT_FALSE(fs::exists(scene.path("gone")));
}

TEST(BakeCommand, ResultThatCannotBeWrittenStopsTheBake)
{
    const BakeScene scene(4, 4);
    fs::create_directories(scene.path("out/probes/probe-1.ktx2"));
    scene.add("out/bake.log.jsonl", "");
    expectFailure(run(scene.arguments("out", {"--resume", "--jobs", "1"})), 2, {"probe \"probe-1\"", "cannot write"});
    EXPECT_EQ(records(scene.path("out")).size(), 1u);
}

TEST(BakeCommand, WhatEndedABakeIsToldWhereItsIndexCannotBeWrittenToo)
{
    const BakeScene scene(4, 4);
    fs::create_directory(scene.path("out"));
    fs::create_symlink("/dev/full", scene.path("out/bake.index")); // takes no byte
    scene.add("probe-1.dds", probeCube(1, 4).substr(0, 300));
    expectFailure(run(scene.arguments("out", {"--resume", "--verify", "--strict"})), 3,
                  {"probe \"probe-1\"", "probe-1.dds"});
    EXPECT_FALSE(fs::exists(scene.path("out/bake.json")));
}

// The file has mips, so it is read once for each of them.
TEST(BakePromise, InputThatChangesUnderTheBakeIsOneOfItsContentsOrAnError)
{
    BakeScene scene(0, 8);
    for (const char* name : {"a", "b"})
    {
        const std::string cube = scene.add(std::string(name) + ".dds", probeCube(name[0] - 'a', 32));
        ASSERT_EQ(run({"resample", cube, "--mips", "-o", scene.path(std::string(name) + ".ktx2")}).exit, 0);
    }
    const std::string a = readText(scene.path("a.ktx2")), b = readText(scene.path("b.ktx2"));
    scene.add("probe.ktx2", a);
    scene.json()["defaults"]["mips"] = false;
    scene.json()["probes"] = nlohmann::json::array({nlohmann::json{{"id", "probe"}, {"file", "probe.ktx2"}}});
    scene.save();
    bake(scene, "of-a");
    scene.add("probe.ktx2", b);
    bake(scene, "of-b");
    {
        const std::jthread changing([&](const std::stop_token& isOver) { // whole: readers see one of them
            for (std::size_t turn = 0; !isOver.stop_requested(); ++turn)
                fs::rename(scene.add("next.ktx2", turn % 2 == 0 ? a : b), scene.path("probe.ktx2"));
        });
        for (int i = 0; i < 12; ++i)
        {
            const Outcome result = run(scene.arguments("out", {"--overwrite"}));
            if (result.exit == 0)
                EXPECT_TRUE(differences(scene.path("out"), scene.path("of-a")).empty() ||
                            differences(scene.path("out"), scene.path("of-b")).empty());
            else
                expectFailedProbes(result, 2, {"probe.ktx2: was changed while it was baked"});
        }
    }
    scene.add("probe.ktx2", a); // whatever was baked last: nothing stale is kept
    bake(scene, "out", {"--resume"});
    expectSame(scene, "out", "of-a");
}
