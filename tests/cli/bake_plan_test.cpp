// bake --plan: a partition by bytes in a file, which every task of a farm reads.
#include "bake_files.h"
#include "program.h"

#include <filesystem>
#include <sstream>

using namespace pn::test;

namespace {

using Names = std::vector<std::string>;

std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

Outcome makePlan(const BakeScene& scene, const std::string& folder, const std::string& shards, const Names& more = {})
{
    Names all = {"--plan", scene.path("plan.json"), "--shards", shards};
    all.insert(all.end(), more.begin(), more.end());
    return run(scene.arguments(folder, all));
}

void expectBaked(const BakeScene& scene, const std::string& folder, const Names& more = {})
{
    const Outcome result = run(scene.arguments(folder, more));
    EXPECT_EQ(result.exit, 0) << result.err;
}

} // namespace

// Eleven small probes and one as large as all of them: by number the halves would hold six each.
TEST(BakePlan, PartsHaveAboutAsManyBytes)
{
    BakeScene scene(12, 8);
    const std::string small = readText(scene.path("probe-0.dds"));
    scene.add("probe-2.dds", small + std::string(11 * small.size(), '\0'));
    EXPECT_EQ(makePlan(scene, "out", "2").exit, 0);
    const auto plan = nlohmann::json::parse(readText(scene.path("plan.json")));
    ASSERT_EQ(plan["shards"].size(), 2u);
    EXPECT_EQ(plan["shards"][0]["count"], 3) << "two small ones and the large one";
    EXPECT_EQ(plan["shards"][1]["count"], 9);
    EXPECT_EQ(plan["shards"][0]["bytes"], 14 * small.size());
    EXPECT_EQ(plan["shards"][1]["bytes"], 9 * small.size());
    EXPECT_FALSE(std::filesystem::exists(scene.path("out"))) << "nothing is baked";
}

TEST(BakePlan, ItsCommandsMakeWhatOneRunMakes)
{
    const BakeScene scene(12, 8);
    expectBaked(scene, "whole");
    const Outcome planned = makePlan(scene, "it's baked", "5", {"--jobs", "2"});
    ASSERT_EQ(planned.exit, 0) << planned.err;
    const std::vector<std::string> commands = linesOf(planned.out);
    ASSERT_EQ(commands.size(), 5u);
    for (const std::string& command : commands)
    {
        EXPECT_NE(command.find("--device cpu --jobs 2"), std::string::npos) << command;
        EXPECT_EQ(std::system((command + " > /dev/null").c_str()), 0) << command;
    }
    Names merge = {"--merge"};
    for (int i = 1; i <= 5; ++i)
        merge.push_back(scene.path("it's baked.shards/" + std::to_string(i)));
    expectBaked(scene, "joined", merge);
    EXPECT_EQ(differences(scene.path("whole"), scene.path("joined")), Names{});
}

TEST(BakePlan, OfAnotherManifestIsRefused)
{
    BakeScene scene(4, 4);
    ASSERT_EQ(makePlan(scene, "out", "2").exit, 0);
    const Names first = {"--plan", scene.path("plan.json"), "--shard", "1/2"};
    expectBaked(scene, "out", first);
    expectFailure(run(scene.arguments("more", {"--plan", scene.path("plan.json"), "--shard", "1/3"})), 3,
                  {"plan.json", "has 2 shards", "1/3"});
    scene.json()["probes"][0]["position"] = {9, 9, 9};
    scene.save();
    expectFailure(run(scene.arguments("other", first)), 3, {"plan.json", "another manifest", "probes.json"});
}

TEST(BakePlan, ThatDoesNotCoverTheManifestIsRefused)
{
    const BakeScene scene(4, 4);
    ASSERT_EQ(makePlan(scene, "out", "2").exit, 0);
    const auto plan = nlohmann::json::parse(readText(scene.path("plan.json")));
    const auto expectRefused = [&](const char* pointer, const nlohmann::json& value, const Names& words) {
        nlohmann::json torn = plan;
        torn[nlohmann::json::json_pointer(pointer)] = value;
        scene.add("plan.json", torn.dump());
        expectFailure(run(scene.arguments("out", {"--plan", scene.path("plan.json"), "--shard", "1/2"})), 3, words);
    };
    expectRefused("/shards/1/first", 1, {"must follow each other"});
    expectRefused("/shards/1/count", 9, {"must follow each other"});
    expectRefused("/shards/1/count", 1, {"must hold all 4 probes, found 3"});
    expectRefused("/shards/0/count", -1, {"shards[0]", "count must be a whole number"});
    expectRefused("/version", 2, {"version must be"});
    expectRefused("/extra", 2, {"extra is not a field"});
}

TEST(BakePlan, NeedsToBeToldWhatToDo)
{
    const BakeScene scene(2, 4);
    expectFailure(run(scene.arguments("out", {"--shards", "2"})), 1, {"--shards needs --plan"});
    expectFailure(run(scene.arguments("out", {"--plan", "plan.json"})), 1, {"--plan needs --shard"});
    expectFailure(run(scene.arguments("out", {"--plan", "p", "--shards", "2", "--shard", "1/2"})), 1, {"--shard"});
    expectFailure(run(scene.arguments("out", {"--plan", scene.path("none.json"), "--shard", "1/2"})), 2, {"none.json"});
}
