// A decoder that crashes or hangs, as the user of the tool meets it.
#include "bake_files.h"
#include "files.h"
#include "hostile_replies.h"
#include "program.h"

#include <signal.h>

#include <chrono>
#include <map>
#include <sstream>
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
        const std::string map = m_folder.add("map.png", pngFile(2, 1, {1, 1, 1, 1, 1, 1}));
        if (const Outcome info = run({"info", map}); info.out.find("in a sandbox") == std::string::npos)
            GTEST_SKIP() << info.out << info.err;
    }

    Folder m_folder;
};

// Every command that decodes pictures; OUT is the folder of the output.
const std::vector<std::vector<std::string>> kReaders = {
    {"project", "--device", "cpu", "--resample", "16", "-o", "OUT/o.json"},
    {"project", "--device", "cpu", "-o", "OUT/o.json"},
    {"resample", "--size", "16", "-o", "OUT/o.ktx2"},
    {"preview", "--device", "cpu", "--size", "64", "-o", "OUT/o.png"},
    {"info", "--format", "json"},
    {"normalize", "--device", "cpu", "--resample", "8", "-o", "OUT/o.ktx2"},
    {"lights", "--device", "cpu", "-o", "OUT/o.json"},
    {"lights", "--device", "cpu", "-o", "OUT/o.json", "--residual", "OUT/o.hdr"},
    {"compare", "INPUT"},
};

std::vector<std::string> argumentsOf(std::vector<std::string> reader, const std::string& input, const std::string& out)
{
    for (std::string& argument : reader)
        if (argument.starts_with("OUT"))
            argument = out + argument.substr(3);
        else if (argument == "INPUT")
            argument = input;
    reader.insert(reader.begin() + 1, input);
    return reader;
}

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
    expectFailedProbes(run(scene.arguments("baked")), 3, {"bad.png: the decoder crashed (signal 11)"});
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

// Shapes are tried with every command; the other answers, which no command sees, with one after the other.
TEST_F(FaultyDecoder, HostileReplyIsOneLine)
{
    const std::vector<HostileReply> replies = hostileReplies();
    EXPECT_GE(replies.size(), 100u);
    const Folder out;
    for (std::size_t i = 0; i < replies.size(); ++i)
    {
        const HostileReply& reply = replies[i];
        const bool isShape = reply.name.starts_with("cube ");
        const std::string input = m_folder.add("sky.png", reply.file);
        for (std::size_t j = 0; j < (isShape ? kReaders.size() : 1); ++j)
        {
            const std::vector<std::string>& reader = kReaders[(i + j) % kReaders.size()];
            SCOPED_TRACE(reply.name + ", " + reader[0]);
            const Outcome result = run(argumentsOf(reader, input, out.path("")));
            if (reply.exit == 0)
            {
                EXPECT_EQ(result.exit, 0) << result.err;
                continue;
            }
            expectFailure(result, reply.exit, {"sky.png: ", reply.reason});
            EXPECT_EQ(out.names(), std::vector<std::string>{});
        }
    }
}

TEST_F(FaultyDecoder, HostileRepliesCostABakeTheirProbes)
{
    const std::vector<HostileReply> replies = hostileReplies();
    BakeScene scene(2, 8);
    nlohmann::json& probes = scene.json()["probes"];
    for (std::size_t i = 0; i < replies.size(); ++i)
    {
        const std::string name = "reply-" + std::to_string(i);
        scene.add(name + ".png", replies[i].file);
        probes.push_back({{"id", name}, {"file", name + ".png"}});
    }
    scene.save();
    EXPECT_EQ(run(scene.arguments("baked", {"--jobs", "1"})).exit, 3);

    std::map<std::string, std::string> reasons;
    std::istringstream log(readText(scene.path("baked/bake.log.jsonl")));
    for (std::string line; std::getline(log, line);)
        if (const auto event = nlohmann::json::parse(line); event["event"] == "failed")
            reasons[event["id"]] = event["reason"];
    const std::map<std::string, std::string> baked = bakedFiles(scene.path("baked"));
    EXPECT_EQ(baked.count("probes/probe-0.json") + baked.count("probes/probe-1.json"), 2u);
    for (std::size_t i = 0; i < replies.size(); ++i)
    {
        const std::string name = "reply-" + std::to_string(i);
        EXPECT_EQ(baked.count("probes/" + name + ".json"), replies[i].exit == 0 ? 1u : 0u) << replies[i].name;
        EXPECT_NE(reasons[name].find(replies[i].reason), std::string::npos) << replies[i].name << ": " << reasons[name];
    }
}
