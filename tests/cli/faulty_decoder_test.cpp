// A decoder that crashes or lies, as the user of the tool meets it.
#include "bake_files.h"
#include "files.h"
#include "hostile_replies.h"
#include "program.h"

#include <map>

using namespace pn::test;

namespace {

const std::string kCrash = "\x89PNG\r\n\x1A\ncrash";

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
const std::vector<Names> kReaders = {
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

Names argumentsOf(Names reader, const std::string& input, const std::string& out)
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

TEST_F(FaultyDecoder, CrashCostsABakeOneProbe)
{
    BakeScene scene(6, 8);
    bake(scene, "good");
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
            const Names& reader = kReaders[(i + j) % kReaders.size()];
            SCOPED_TRACE(reply.name + ", " + reader[0]);
            const Outcome result = run(argumentsOf(reader, input, out.path("")));
            if (reply.exit == 0)
            {
                EXPECT_EQ(result.exit, 0) << result.err;
                continue;
            }
            expectFailure(result, reply.exit, {"sky.png: ", reply.reason});
            EXPECT_EQ(out.names(), Names{});
        }
    }
}
