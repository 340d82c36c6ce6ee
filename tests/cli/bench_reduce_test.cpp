// `probenorm bench reduce` and its neighbours: the table, the JSON and the picture agree with what was asked for.
#include "files.h"
#include "program.h"

using pn::test::expectFailure;
using pn::test::Folder;
using pn::test::Outcome;
using pn::test::run;

namespace {

Outcome reduceOnCpu(std::vector<std::string> more)
{
    std::vector<std::string> arguments = {"bench", "reduce", "--device", "cpu", "--elements", "1000", "--runs", "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
}

} // namespace

TEST(BenchReduce, ClimbsTheCpusLadder)
{
    const nlohmann::json report = reduceOnCpu({"--format", "json", "--op", "max"}).json();
    EXPECT_EQ(report["bench"], "reduce");
    EXPECT_EQ(report["operator"], "max");
    EXPECT_EQ(report["elements"], 1000);
    EXPECT_FALSE(report.contains("vulkan"));
    const auto& rows = report["cpu"]["rows"];
    ASSERT_EQ(rows.size(), 4u);
    for (const auto& row : rows)
    {
        EXPECT_EQ(row["relativeError"], 0.0) << row;
        EXPECT_EQ(row["sameBits"], true) << row;
        EXPECT_EQ(row["resultBits"], rows[0]["resultBits"]) << row;
        EXPECT_GT(row["bytesPerSecond"], 0.0) << row;
    }
    EXPECT_EQ(rows[0]["rung"], "serial");
}

TEST(BenchReduce, CountsEightBytesOfAPairOfWords)
{
    const nlohmann::json report = reduceOnCpu({"--format", "json", "--op", "sum-uint64"}).json();
    EXPECT_EQ(report["operator"], "sum-uint64");
    for (const auto& row : report["cpu"]["rows"])
    {
        EXPECT_EQ(row["bytes"], 8000) << row;
        EXPECT_EQ(row["relativeError"], 0.0) << row;
        EXPECT_EQ(std::string(row["resultBits"]).size(), 16u) << row;
        EXPECT_EQ(row["resultBits"], report["cpu"]["rows"][0]["resultBits"]) << row;
    }
}

TEST(BenchReduce, RunsTheRungsAskedFor)
{
    const std::string table = reduceOnCpu({"--variants", "serial,threaded"}).out;
    EXPECT_NE(table.find("serial"), std::string::npos);
    EXPECT_NE(table.find("threaded"), std::string::npos);
    EXPECT_EQ(table.find("pairwise"), std::string::npos);
}

TEST(BenchReduce, DrawsABarForEachRung)
{
    const Folder folder;
    EXPECT_EQ(reduceOnCpu({"--plot", folder.path("ladder.svg")}).exit, 0);
    const std::string svg = pn::test::readText(folder.path("ladder.svg"));
    for (const char* part : {"<svg ", "serial", "pairwise", "vectorized", "threaded", "read limit", "</svg>"})
        EXPECT_NE(svg.find(part), std::string::npos) << part;
}

TEST(BenchProject, StagesOnADeviceOnly)
{
    expectFailure(run({"bench", "project", "--device", "cpu", "--pipeline", "staged"}), 1, {"--pipeline", "Vulkan"});
    expectFailure(run({"bench", "project", "--pipeline", "piped"}), 1, {"--pipeline", "piped"});
}

TEST(BenchProject, StagedAndFusedDifferByRoundingOnly)
{
    if (run({"devices", "--format", "json"}).json()["devices"].size() < 2) // the first is the processor
        GTEST_SKIP() << "no Vulkan device";
    const nlohmann::json report = run({"bench", "project", "--device", "vulkan", "--size", "33", "--probes", "2",
                                       "--runs", "1", "--pipeline", "staged", "--format", "json"})
                                      .json();
    ASSERT_EQ(report["rows"].size(), 3u);
    EXPECT_EQ(report["rows"][0]["pipeline"], "fused");
    for (std::size_t i = 1; i < 3; ++i) // each is within 2e-6 of the truth (docs/testing.md)
        EXPECT_LT(double(report["rows"][i]["relativeDifference"]), 4e-6) << report["rows"][i];
}

TEST(BenchReduce, RefusesWrongValuesByName)
{
    expectFailure(run({"bench", "reduce", "--elements", "0"}), 1, {"--elements", "0"});
    expectFailure(run({"bench", "reduce", "--elements", "2G"}), 1, {"--elements", "2G"});
    expectFailure(run({"bench", "reduce", "--group-size", "48"}), 1, {"--group-size", "48"});
    expectFailure(run({"bench", "reduce", "--op", "mean"}), 1, {"--op", "mean"});
    expectFailure(run({"bench", "scan", "--op", "sum-uint64"}), 1, {"--op", "sum-uint64"});
    expectFailure(run({"bench", "reduce", "--variants", "serial,fast"}), 1, {"--variants", "fast", "butterfly"});
    expectFailure(run({"bench"}), 1, {"subcommand"});
    expectFailure(run({"bench", "everything"}), 1, {"subcommand"});
}
