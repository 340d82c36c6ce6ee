// What a bake does not touch, and how it ends where the world is against it: inputs that cannot be read or change under
// it, results that cannot be written, a full disk.
#include "bake_files.h"
#include "program.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <thread>

using namespace pn::test;

namespace {

using Names = std::vector<std::string>;

} // namespace

TEST(BakeCommand, FolderThatHoldsABakeIsLeftAlone)
{
    const BakeScene scene(2, 4);
    bake(scene, "out");
    const auto before = bakedFiles(scene.path("out"));
    scene.add("probe-0.dds", probeCube(7, 4));
    expectFailure(run(scene.arguments("out")), 2, {"out", "holds a bake already", "--resume", "--overwrite"});
    EXPECT_EQ(bakedFiles(scene.path("out")), before);
    bake(scene, "out", {"--overwrite"});
    bake(scene, "fresh");
    EXPECT_EQ(differences(scene.path("out"), scene.path("fresh")), Names{});
    expectFailure(run(scene.arguments("out", {"--resume", "--overwrite"})), 1, {"--resume", "--overwrite"});
}

TEST(BakeCommand, FolderIsLockedWhileItIsBakedInto)
{
    const BakeScene scene(1, 4);
    std::filesystem::create_directory(scene.path("out"));
    const int file = open(scene.path("out/.bake.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    ASSERT_EQ(flock(file, LOCK_EX | LOCK_NB), 0);
    expectFailure(run(scene.arguments("out")), 2, {"out", "another process"});
    close(file); // as the death of its owner would
    bake(scene, "out");
    EXPECT_FALSE(std::filesystem::exists(scene.path("out/.bake.lock")));
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
    const auto summary = nlohmann::json::parse(readText(scene.path("out/bake.json")));
    ASSERT_EQ(summary["probes"].size(), 2u);
    EXPECT_EQ(summary["probes"][1]["id"], "probe-2");
    ASSERT_EQ(summary["failed"].size(), 2u);
    EXPECT_EQ(summary["failed"][0]["id"], "probe-1");
    EXPECT_EQ(summary["failed"][0]["reason"].get<std::string>().find("probe-1.dds: "), 0u) << summary;
    EXPECT_EQ(summary["failed"][1],
              (nlohmann::json{{"id", "probe-3"}, {"reason", "gone & lost.dds: No such file or directory"}}));
    const std::string page = readText(scene.path("out/report.html"));
    EXPECT_NE(page.find("2 probes failed"), std::string::npos);
    EXPECT_NE(page.find("<b>probe-3</b>: gone &amp; lost.dds: No such file or directory"), std::string::npos);

    scene.add("probe-1.dds", probeCube(1, 4));
    scene.add("gone & lost.dds", probeCube(3, 4));
    EXPECT_EQ(bake(scene, "out", {"--resume", "--format", "json"}).json()["skipped"], 2);
    bake(scene, "fresh");
    EXPECT_EQ(differences(scene.path("out"), scene.path("fresh")), Names{});
}

TEST(BakeCommand, FailsWithTheCodeOfTheFirstProbe)
{
    const BakeScene scene(3, 4);
    std::filesystem::remove(scene.path("probe-0.dds"));
    scene.add("probe-1.dds", "");
    const Outcome result = run(scene.arguments("out", {"--format", "json"}));
    EXPECT_EQ(result.exit, 2);
    EXPECT_EQ(result.json()["failed"], 2);
    EXPECT_EQ(result.json()["probes"], 1);
}

TEST(BakeCommand, NamesTenOfManyProbesThatFailed)
{
    const BakeScene scene(13, 4);
    Names words;
    for (int i = 0; i < 12; ++i)
        std::filesystem::remove(scene.path("probe-" + std::to_string(i) + ".dds"));
    for (int i = 0; i < 10; ++i)
        words.push_back("\"probe-" + std::to_string(i) + "\": ");
    words.emplace_back("probes.json: 2 more probes failed; bake.json names them");
    expectFailedProbes(run(scene.arguments("out")), 2, words);
    EXPECT_EQ(nlohmann::json::parse(readText(scene.path("out/bake.json")))["failed"].size(), 12u);
}

TEST(BakeCommand, StrictEndsAtTheFirstProbeThatFails)
{
    const BakeScene scene(4, 4);
    scene.add("probe-1.dds", probeCube(1, 4).substr(0, 300));
    expectFailure(run(scene.arguments("broken", {"--strict", "--jobs", "1"})), 3,
                  {"probe \"probe-1\": " + scene.path("probe-1.dds: ")});
    EXPECT_FALSE(std::filesystem::exists(scene.path("broken/bake.json")));
    EXPECT_FALSE(std::filesystem::exists(scene.path("broken/report.html")));
    std::filesystem::remove(scene.path("probe-2.dds"));
    expectFailure(run(scene.arguments("gone", {"--strict"})), 2,
                  {"probe \"probe-2\": " + scene.path("probe-2.dds: No such file or directory")});
    EXPECT_FALSE(std::filesystem::exists(scene.path("gone")));
}

TEST(BakeCommand, DeviceThatIsNotThereLeavesNoBake)
{
    const BakeScene scene(2, 4);
    expectFailure(run({"bake", scene.manifest(), "-o", scene.path("out"), "--device", "vulkan:no such"}), 4,
                  {"no such"});
    bake(scene, "out");
}

TEST(BakeCommand, ResultThatCannotBeWrittenStopsTheBake)
{
    const BakeScene scene(4, 4);
    std::filesystem::create_directories(scene.path("out/probes/probe-1.ktx2"));
    scene.add("out/bake.log.jsonl", "");
    expectFailure(run(scene.arguments("out", {"--resume", "--jobs", "1"})), 2, {"probe \"probe-1\"", "cannot write"});
    EXPECT_EQ(records(scene.path("out")).size(), 1u);
}

TEST(BakeCommand, WhatEndedABakeIsToldWhereItsIndexCannotBeWrittenToo)
{
    const BakeScene scene(4, 4);
    std::filesystem::create_directory(scene.path("out"));
    std::filesystem::create_symlink("/dev/full", scene.path("out/bake.index")); // takes no byte
    scene.add("probe-1.dds", probeCube(1, 4).substr(0, 300));
    expectFailure(run(scene.arguments("out", {"--resume", "--verify", "--strict"})), 3,
                  {"probe \"probe-1\"", "probe-1.dds"});
    EXPECT_FALSE(std::filesystem::exists(scene.path("out/bake.json")));
}

namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

int shell(const std::string& command)
{
    return WEXITSTATUS(std::system(command.c_str()));
}

bool canMount()
{
    return shell("unshare -rm true 2>/dev/null") == 0;
}

// Replaces a file by two contents in turn for as long as it lives. Readers see one of them, never a mixture.
class ChangingFile
{
public:
    ChangingFile(std::string path, std::string a, std::string b)
        : m_path(std::move(path)), m_contents{std::move(a), std::move(b)}, m_thread([this] { change(); })
    {
    }
    ~ChangingFile()
    {
        m_isOver = true;
        m_thread.join();
    }
    ChangingFile(const ChangingFile&) = delete;
    ChangingFile& operator=(const ChangingFile&) = delete;

private:
    void change()
    {
        for (std::size_t turn = 0; !m_isOver; ++turn)
        {
            const std::string next = m_path + ".next";
            writeText(next, m_contents[turn % 2]);
            fs::rename(next, m_path);
        }
    }

    static void writeText(const std::string& path, const std::string& text)
    {
        std::FILE* const file = std::fopen(path.c_str(), "wb");
        std::fwrite(text.data(), 1, text.size(), file);
        std::fclose(file);
    }

    std::string m_path;
    std::array<std::string, 2> m_contents;
    std::atomic<bool> m_isOver = false;
    std::thread m_thread;
};

} // namespace

// A file system of 400 KB is mounted for one command. The bake ends with one line, leaves whole files and nothing else,
// and goes on when there is room.
TEST(BakePromise, FullDiskLosesNothingThatWasReportedDone)
{
    if (!canMount())
        GTEST_SKIP() << "this machine does not let a user mount a file system";
    const BakeScene scene(24, 32);
    const Outcome whole = run(scene.arguments("whole"));
    ASSERT_EQ(whole.exit, 0) << whole.err;
    fs::create_directories(scene.path("disk"));
    const std::string program = PN_PROGRAM, disk = scene.path("disk");
    const std::string bake = program + " bake " + scene.manifest() + " --device cpu --jobs 4 -o " + disk + "/out";
    const std::string script = "mount -t tmpfs -o size=400k none " + disk + " && { " + bake + " 2> " +
                               scene.path("errors") + "; echo $? > " + scene.path("exit") + "; cp -r " + disk +
                               "/out " + scene.path("full") + " && mount -o remount,size=64m " + disk + " && " + bake +
                               " --resume --format json > " + scene.path("resumed") + " && cp -r " + disk + "/out " +
                               scene.path("end") + "; }";
    ASSERT_EQ(shell("unshare -rm sh -c '" + script + "'"), 0) << readText(scene.path("errors"));
    EXPECT_EQ(readText(scene.path("exit")), "2\n");
    EXPECT_NE(readText(scene.path("errors")).find("No space left on device"), std::string::npos);
    std::size_t records = 0;
    for (const auto& [name, bytes] : bakedFiles(scene.path("full/probes")))
    {
        records += name.ends_with(".json") ? 1 : 0;
        EXPECT_TRUE(readText(scene.path("whole/probes/" + name)) == bytes) << name;
    }
    const auto resumed = nlohmann::json::parse(readText(scene.path("resumed")));
    EXPECT_EQ(resumed["skipped"], records); // all that has a record stays
    EXPECT_EQ(differences(scene.path("whole"), scene.path("end")), Names{});
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
    ASSERT_EQ(run(scene.arguments("of-a")).exit, 0);
    scene.add("probe.ktx2", b);
    ASSERT_EQ(run(scene.arguments("of-b")).exit, 0);
    {
        const ChangingFile changing(scene.path("probe.ktx2"), a, b);
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
    ASSERT_EQ(run(scene.arguments("out", {"--resume"})).exit, 0);
    EXPECT_EQ(differences(scene.path("out"), scene.path("of-a")), Names{});
}
