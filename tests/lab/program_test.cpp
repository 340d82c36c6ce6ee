// `probenorm_lab`: tables and JSON agree with what was asked for, and wrong values are refused by name.
#include "cli/program.h"

#include <gtest/gtest.h>

using pn::test::expectFailure;
using pn::test::Outcome;
using pn::test::run;

namespace {

bool lacksDevice(const Outcome& outcome)
{
    return outcome.err.find("there is no Vulkan device here") != std::string::npos;
}

} // namespace

TEST(LabReduce, EachRungIsRight)
{
    for (const auto& [op, bytes] :
         {std::pair{"sum-uint", 4000}, std::pair{"sum-uint64", 8000}}) // pairs of words have eight
    {
        const Outcome outcome =
            run({"reduce", "--device", "vulkan", "--elements", "1000", "--runs", "1", "--op", op, "--format", "json"});
        if (lacksDevice(outcome))
            GTEST_SKIP() << outcome.err;
        ASSERT_EQ(outcome.exit, 0) << outcome.err;
        const nlohmann::json report = outcome.json();
        EXPECT_EQ(report["bench"], "reduce");
        EXPECT_EQ(report["elements"], 1000);
        const auto& rows = report["rows"];
        ASSERT_EQ(rows.size(), 13u);
        for (const auto& row : rows)
        {
            if (row.contains("unsupported"))
                continue;
            EXPECT_EQ(row["relativeError"], 0.0) << row;
            EXPECT_EQ(row["sameBits"], true) << row;
            EXPECT_EQ(row["resultBits"], rows[0]["resultBits"]) << row;
            EXPECT_EQ(row["bytes"], bytes) << row;
            EXPECT_GT(row["bytesPerSecond"], 0.0) << row;
        }
        EXPECT_EQ(rows[0]["rung"], "interleaved_modulo");
    }
}

TEST(LabReduce, ShowsEachRungInATable)
{
    const Outcome outcome = run({"reduce", "--device", "vulkan", "--elements", "1000", "--runs", "1"});
    if (lacksDevice(outcome))
        GTEST_SKIP() << outcome.err;
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    for (const char* rung : {" 1 interleaved_modulo", "12 butterfly", "13 vectorized"})
        EXPECT_NE(outcome.out.find(rung), std::string::npos) << rung;
}

TEST(LabProgram, RefusesWrongValuesByName)
{
    expectFailure(run({"reduce", "--elements", "0"}), 1, {"--elements", "0"});
    expectFailure(run({"reduce", "--op", "mean"}), 1, {"--op", "mean"});
    expectFailure(run({"reduce", "--device", "cpu"}), 1, {"--device", "Vulkan"});
    expectFailure(run({}), 1, {"subcommand"});
}
