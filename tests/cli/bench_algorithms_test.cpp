// `probenorm bench scan` and its relatives: their rows are right, and wrong values are refused by name.
#include "program.h"

#include <gtest/gtest.h>

using namespace pn::test;
using Json = nlohmann::json;

namespace {

struct BenchCase
{
    const char* bench;
    const char* limit;
    std::vector<std::string> more;
    std::size_t rungs;
};

} // namespace

TEST(BenchAlgorithms, EachRungIsRight)
{
    if (run({"devices", "--format", "json"}).json()["devices"].size() < 2) // the first is the CPU
        GTEST_SKIP() << "no Vulkan device";
    const BenchCase cases[] = {{"scan", "copy", {"--op", "sum", "--kind", "exclusive"}, 5},
                               {"histogram", "read", {"--bins", "4096"}, 4},
                               {"compact", "read", {"--keep", "50"}, 5},
                               {"segmented", "read", {"--lengths", "uniform"}, 4},
                               {"transpose", "copy", {"--columns", "100"}, 5}};
    for (const BenchCase& each : cases)
    {
        std::vector<std::string> arguments = {"bench", each.bench, "--device", "vulkan",   "--elements",
                                              "10007", "--runs",   "1",        "--format", "json"};
        arguments.insert(arguments.end(), each.more.begin(), each.more.end());
        const Outcome outcome = run(arguments);
        ASSERT_EQ(outcome.exit, 0) << outcome.err;
        const Json report = outcome.json();
        EXPECT_EQ(report["bench"], each.bench);
        EXPECT_EQ(report["limit"], each.limit);
        ASSERT_EQ(report["rows"].size(), each.rungs) << report;
        for (const Json& row : report["rows"])
        {
            if (row.contains("unsupported"))
                continue;
            EXPECT_EQ(row["isRight"], true) << each.bench << ": " << row;
            EXPECT_EQ(row["sameBits"], true) << each.bench << ": " << row;
            EXPECT_GT(row["seconds"]["median"], 0.0) << each.bench << ": " << row;
        }
    }
}

TEST(BenchAlgorithms, RefuseWrongValuesByName)
{
    expectFailure(run({"bench", "scan", "--device", "cpu"}), 1, {"--device", "Vulkan"});
    expectFailure(run({"bench", "scan", "--elements", "0"}), 1, {"--elements", "0"});
    expectFailure(run({"bench", "scan", "--kind", "both"}), 1, {"--kind", "both"});
    expectFailure(run({"bench", "compact", "--variants", "ballot,fast"}), 1, {"--variants", "fast", "chained"});
    expectFailure(run({"bench", "histogram", "--bins", "300"}), 1, {"--bins", "300"});
    expectFailure(run({"bench", "histogram", "--source", "words", "--input", "flat"}), 1, {"--input", "luminance"});
    expectFailure(run({"bench", "segmented", "--lengths", "odd"}), 1, {"--lengths", "odd"});
    expectFailure(run({"bench", "transpose", "--columns", "0"}), 1, {"--columns", "0"});
}

TEST(BenchShade, TimesEveryFormBesidePlain)
{
    if (run({"devices", "--format", "json"}).json()["devices"].size() < 2) // the first is the CPU
        GTEST_SKIP() << "no Vulkan device";
    const Outcome outcome = run({"bench", "shade", "--device", "vulkan", "--size", "32", "--lamps", "2", "--shadows",
                                 "1", "--runs", "1", "--format", "json"});
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    const Json report = outcome.json();
    EXPECT_EQ(report["height"], 18);
    ASSERT_EQ(report["rows"].size(), 18u); // 11 presets, 5 forms of ours, plain twice
    EXPECT_EQ(report["rows"].front()["form"], "plain");
    EXPECT_EQ(report["rows"].front()["overPlain"], 0.0);
    EXPECT_EQ(report["rows"].back()["form"], "plain again");
    for (const Json& row : report["rows"])
    {
        EXPECT_GT(row["seconds"]["median"], 0.0) << row;
        const double expected = 1e9 * row["seconds"]["median"].get<double>() / (32 * 18);
        EXPECT_NEAR(row["nanosecondsPerPixel"], expected, expected * 0x1p-20) << row; // both are printed as floats
    }
}

TEST(BenchShade, RefusesTheCpu)
{
    expectFailure(run({"bench", "shade", "--device", "cpu"}), 1, {"--device", "Vulkan"});
}
