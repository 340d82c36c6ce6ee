// `probenorm_lab`: tables and JSON agree with what was asked for, and wrong values are refused by name.
#include "cli/program.h"

#include <gtest/gtest.h>

using namespace pn::test;

namespace {

bool lacksDevice(const Outcome& outcome)
{
    return outcome.err.find("there is no Vulkan device here") != std::string::npos;
}

} // namespace

TEST(Lab, EachRungIsRight)
{
    const Outcome outcome = run({"--device", "vulkan", "--elements", "1000", "--runs", "1", "--format", "json"});
    if (lacksDevice(outcome))
        GTEST_SKIP() << outcome.err;
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    const nlohmann::json report = outcome.json();
    EXPECT_EQ(report["elements"], 1000);
    const auto& rows = report["rows"];
    ASSERT_EQ(rows.size(), 6u);
    for (const auto& row : rows)
    {
        EXPECT_LT(row["relativeError"], 1e-5) << row;
        EXPECT_EQ(row["sameBits"], true) << row;
        EXPECT_EQ(row["bytes"], 4000) << row;
        EXPECT_GT(row["bytesPerSecond"], 0.0) << row;
    }
    EXPECT_EQ(rows[0]["rung"], "interleaved");
    EXPECT_EQ(rows[0]["passes"], 2);
    EXPECT_EQ(rows[5]["passes"], 1);
}

TEST(Lab, ShowsEachRungInATable)
{
    const Outcome outcome = run({"--device", "vulkan", "--elements", "1000", "--runs", "1"});
    if (lacksDevice(outcome))
        GTEST_SKIP() << outcome.err;
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    for (const char* rung : {" 1 interleaved", " 6 vectorized"})
        EXPECT_NE(outcome.out.find(rung), std::string::npos) << rung;
}

TEST(Lab, RefusesWrongValuesByName)
{
    expectFailure(run({"--elements", "0"}), 1, {"--elements", "0"});
    expectFailure(run({"--op", "sum"}), 1, {"--op"});
    expectFailure(run({"--device", "cpu"}), 1, {"--device", "Vulkan"});
}
