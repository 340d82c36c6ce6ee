// The job scripts of samples/farm, run as they stand: what they join is what one run makes.
#include "bake_files.h"
#include "program.h"

#include <cstdlib>
#include <filesystem>

using namespace pn::test;

namespace {

using Names = std::vector<std::string>;

int runScript(const std::string& script, const std::string& arguments)
{
    setenv("PROBENORM", PN_PROGRAM, 1);
    return std::system((std::string(PN_FARM) + "/" + script + " " + arguments + " > /dev/null 2>&1").c_str());
}

// What a task of an array of 1-count is told.
void setSlurmTask(int task, int count)
{
    setenv("SLURM_ARRAY_TASK_ID", std::to_string(task).c_str(), 1);
    setenv("SLURM_ARRAY_TASK_MIN", "1", 1);
    setenv("SLURM_ARRAY_TASK_MAX", std::to_string(count).c_str(), 1);
    setenv("SLURM_ARRAY_TASK_COUNT", std::to_string(count).c_str(), 1);
}

void expectBaked(const BakeScene& scene, const std::string& folder, const Names& more = {})
{
    const Outcome result = run(scene.arguments(folder, more));
    EXPECT_EQ(result.exit, 0) << result.err;
}

} // namespace

TEST(BakeFarm, GnuParallelMakesWhatOneRunMakes)
{
    if (std::system("command -v parallel > /dev/null") != 0)
        GTEST_SKIP() << "GNU parallel is not installed";
    const BakeScene scene(12, 8);
    expectBaked(scene, "whole");
    for (int i = 0; i < 2; ++i) // the second one has nothing to do
        EXPECT_EQ(runScript("bake_parallel.sh", scene.manifest() + " " + scene.path("out") + " 3 2"), 0);
    EXPECT_EQ(differences(scene.path("whole"), scene.path("out")), Names{});
}

// The job log says that the first task is done; a manifest that has changed since needs all of them again.
TEST(BakeFarm, GnuParallelBakesAChangedManifestAgain)
{
    if (std::system("command -v parallel > /dev/null") != 0)
        GTEST_SKIP() << "GNU parallel is not installed";
    BakeScene scene(6, 8);
    const std::string arguments = scene.manifest() + " " + scene.path("out") + " 2";
    EXPECT_EQ(runScript("bake_parallel.sh", arguments), 0);
    scene.json()["defaults"]["preset"] = "unreal";
    scene.save();
    EXPECT_EQ(runScript("bake_parallel.sh", arguments), 0);
    expectBaked(scene, "whole");
    EXPECT_EQ(differences(scene.path("whole"), scene.path("out")), Names{});
}

TEST(BakeFarm, SlurmsTasksMakeWhatOneRunMakes)
{
    const BakeScene scene(12, 8);
    expectBaked(scene, "whole");
    for (const int task : {3, 1, 2, 2}) // in any order, and one requeued
    {
        setSlurmTask(task, 3);
        EXPECT_EQ(runScript("bake_slurm.sh", scene.manifest() + " " + scene.path("out")), 0);
    }
    expectBaked(scene, "out",
                {"--merge", scene.path("out.shards/1"), scene.path("out.shards/2"), scene.path("out.shards/3")});
    EXPECT_EQ(differences(scene.path("whole"), scene.path("out")), Names{});
    setenv("SLURM_ARRAY_TASK_MAX", "5", 1);
    expectFailure(run(scene.arguments("odd", {"--shard", "auto"})), 1, {"must count by ones"});
    for (const char* name : {"ID", "MIN", "MAX", "COUNT"})
        unsetenv((std::string("SLURM_ARRAY_TASK_") + name).c_str());
}

TEST(BakeFarm, KubernetesCountsFromZero)
{
    const BakeScene scene(12, 8);
    expectFailure(run(scene.arguments("none", {"--shard", "auto"})), 1, {"SLURM_ARRAY_TASK_ID"});
    setenv("JOB_COMPLETION_INDEX", "1", 1);
    expectFailure(run(scene.arguments("none", {"--shard", "auto"})), 1, {"JOB_COMPLETIONS must be a number"});
    setenv("JOB_COMPLETIONS", "3", 1);
    expectBaked(scene, "auto", {"--shard", "auto"});
    expectBaked(scene, "second", {"--shard", "2/3"});
    EXPECT_EQ(differences(scene.path("auto"), scene.path("second")), Names{});
    unsetenv("JOB_COMPLETION_INDEX");
    unsetenv("JOB_COMPLETIONS");
}
