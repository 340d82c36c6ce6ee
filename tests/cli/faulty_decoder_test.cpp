// A decoder that crashes or hangs, as the user of the tool meets it.
#include "bake_files.h"
#include "files.h"
#include "program.h"

#include <signal.h>

#include <chrono>
#include <thread>

using namespace pn::test;

namespace {

const std::string kCrash = "\x89PNG\r\n\x1A\ncrash";
const std::string kSpin = "\x89PNG\r\n\x1A\nspin";

class FaultyDecoder : public testing::Test
{
protected:
    // Builds with sanitizers have no sandbox, and a crash there is the tool's own.
    void SetUp() override
    {
        const std::string map =
            m_folder.add("map.tga", std::string("\0\0\2\0\0\0\0\0\0\0\0\0\2\0\1\0\x18\x20", 18) + std::string(6, '\1'));
        if (const Outcome info = run({"info", map}); info.out.find("in a sandbox") == std::string::npos)
            GTEST_SKIP() << info.out << info.err;
    }

    Folder m_folder;
};

} // namespace

TEST_F(FaultyDecoder, CrashIsOneLine)
{
    expectFailure(run({"info", m_folder.add("sky.png", kCrash)}), 3, {"sky.png: the decoder crashed (signal 11)"});
    expectFailure(run({"project", m_folder.path("sky.png"), "-o", m_folder.path("sky.json"), "--device", "cpu"}), 3,
                  {"sky.png: the decoder crashed (signal 11)"});
    EXPECT_FALSE(m_folder.has("sky.json"));
}

TEST_F(FaultyDecoder, CrashCostsABakeOneProbe)
{
    BakeScene scene(6, 8);
    scene.save();
    ASSERT_EQ(run(scene.arguments("good")).exit, 0);

    scene.add("bad.png", kCrash);
    nlohmann::json& probes = scene.json()["probes"];
    probes.insert(probes.begin() + 2, nlohmann::json::object({{"id", "bad"}, {"file", "bad.png"}}));
    scene.save();
    expectFailure(run(scene.arguments("baked")), 3, {"\"bad\"", "bad.png: the decoder crashed (signal 11)"});
    std::map<std::string, std::string> baked = bakedFiles(scene.path("baked"));
    for (const auto& [name, bytes] : bakedFiles(scene.path("good")))
    {
        if (!name.starts_with("probes/"))
            continue; // the summary and the report name another number of probes
        EXPECT_EQ(baked[name], bytes) << name;
    }
}

TEST_F(FaultyDecoder, CtrlCEndsABusyDecoder)
{
    using Clock = std::chrono::steady_clock;
    RunningProgram program({"info", m_folder.add("sky.png", kSpin)});
    const auto start = Clock::now();
    while (!program.isCatching(SIGINT) && Clock::now() - start < std::chrono::seconds(30))
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::this_thread::sleep_for(std::chrono::milliseconds(500)); // it decodes by now, or is about to
    program.signal(SIGINT);
    expectFailure(program.finish(), 4, {"cancelled"});
    EXPECT_LT(Clock::now() - start, std::chrono::seconds(60)); // of a decoder that would never end
}
