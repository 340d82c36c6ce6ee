// The job scripts of samples/farm, run as they stand: what they join is what one run makes.
#include "bake_files.h"
#include "program.h"

#include <cstdlib>
#include <filesystem>

using namespace pn::test;

namespace {

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

} // namespace

// The job log says that the first task is done; a manifest that has changed since needs all of them again.
TEST(BakeFarm, GnuParallelMakesWhatOneRunMakesAlsoOfAChangedManifest)
{
    if (std::system("command -v parallel > /dev/null") != 0)
        GTEST_SKIP() << "GNU parallel is not installed";
    BakeScene scene(12, 8);
    for (const char* preset : {"probenorm", "probenorm", "unreal"}) // the second one has nothing to do
    {
        scene.json()["defaults"]["preset"] = preset;
        scene.save();
        EXPECT_EQ(runScript("bake_parallel.sh", scene.manifest() + " " + scene.path("out") + " 3 2"), 0);
        expectFresh(scene, "out");
    }
}

TEST(BakeFarm, SlurmsTasksMakeWhatOneRunMakes)
{
    const BakeScene scene(12, 8);
    bake(scene, "whole");
    for (const int task : {3, 1, 2, 2}) // in any order, and one requeued
    {
        setSlurmTask(task, 3);
        EXPECT_EQ(runScript("bake_slurm.sh", scene.manifest() + " " + scene.path("out")), 0);
    }
    bake(scene, "out", {"--merge", scene.path("out.shards/1"), scene.path("out.shards/2"), scene.path("out.shards/3")});
    expectSame(scene, "whole", "out");
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
    bake(scene, "auto", {"--shard", "auto"});
    bake(scene, "second", {"--shard", "2/3"});
    expectSame(scene, "auto", "second");
    unsetenv("JOB_COMPLETION_INDEX");
    unsetenv("JOB_COMPLETIONS");
}
