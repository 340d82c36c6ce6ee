// What docs/bake.md promises where the world changes under a bake: a disk that is full, an input that somebody
// replaces.
#include "bake_files.h"
#include "program.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <thread>

using namespace pn::test;

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
