// `probenorm_lab`: tables and JSON agree with what was asked for, wrong values are refused by name, and the picture
// shows what the JSON has.
#include "cli/files.h"
#include "cli/program.h"

#include <gtest/gtest.h>

using namespace pn::test;

namespace {

bool lacksDevice(const Outcome& outcome)
{
    return outcome.err.find("there is no Vulkan device here") != std::string::npos;
}

// What a ladder prints with --format json; null where there is no device.
nlohmann::json climb(Names arguments)
{
    for (const char* word : {"--device", "vulkan", "--elements", "1000", "--runs", "1", "--format", "json"})
        arguments.emplace_back(word);
    const Outcome outcome = run(arguments);
    if (lacksDevice(outcome))
        return {};
    EXPECT_EQ(outcome.exit, 0) << outcome.err;
    return outcome.exit == 0 ? outcome.json() : nlohmann::json();
}

// Commands, and the number of their rungs.
void expectRight(const std::vector<std::pair<Names, std::size_t>>& commands)
{
    for (const auto& [arguments, rungs] : commands)
    {
        const nlohmann::json report = climb(arguments);
        if (report.is_null())
            GTEST_SKIP() << "no Vulkan device";
        EXPECT_EQ(report["rows"].size(), rungs) << arguments[0];
        for (const auto& row : report["rows"])
        {
            EXPECT_LT(row["error"], 1e-5) << arguments[0] << row;
            EXPECT_EQ(row["sameBits"], true) << arguments[0] << row;
            EXPECT_GT(row["shareOfLimit"], 0.0) << arguments[0] << row;
        }
    }
}

} // namespace

TEST(Lab, EachReductionIsRight)
{
    const nlohmann::json report = climb({"reduce", "--group", "64"});
    if (report.is_null())
        GTEST_SKIP() << "no Vulkan device";
    EXPECT_EQ(report["elements"], 1000);
    EXPECT_EQ(report["groupSize"], 64);
    const auto& rows = report["rows"];
    ASSERT_EQ(rows.size(), 16u); // 14 rungs and two sums by the CPU
    for (std::size_t i = 0; i < 14; ++i)
    {
        EXPECT_LT(rows[i]["error"], 1e-5) << rows[i];
        EXPECT_EQ(rows[i]["bytes"], 4000) << rows[i];
        EXPECT_GT(rows[i]["bytesPerSecond"], 0.0) << rows[i];
        EXPECT_GT(rows[i]["hostSeconds"], 0.0) << rows[i];
        EXPECT_TRUE(rows[i]["sameBits"] == true || rows[i]["rung"] == "atomic") << rows[i];
        EXPECT_EQ(rows[i]["additions"], 999) << rows[i];
    }
    EXPECT_EQ(rows[0]["rung"], "interleaved_modulo");
    EXPECT_EQ(rows[0]["passes"], 2);
    EXPECT_EQ(rows[12]["rung"], "vectorized");
    EXPECT_EQ(rows[12]["passes"], 1);
    EXPECT_EQ(rows[15]["steps"], 999);
}

// One of the relatives, since each has the same table. FullRelativesAreRight has the others.
TEST(Lab, ARelativeIsRight)
{
    expectRight({{{"transpose", "--columns", "30"}, 4}});
}

TEST(Lab, FullRelativesAreRight)
{
    expectRight({{{"scan", "--exclusive", "--group", "64"}, 5},
                 {{"segmented-scan", "--type", "float"}, 2},
                 {{"histogram", "--bins", "4096", "--input", "flat"}, 4},
                 {{"compact", "--mask", "--group", "64"}, 3},
                 {{"segmented-sum", "--type", "float"}, 3}});
}

// What is kept is what was asked for, so the time is of that, too. Of 1000 elements a standard deviation is 1.6 % or
// 0.3 %.
TEST(Lab, FullCompactionKeepsItsShare)
{
    for (const char* by : {"--keep=50", "--mask"}) // 50 % by the threshold, 1 % by the mask
    {
        const nlohmann::json report = climb({"compact", "--group", "64", by});
        if (report.is_null())
            GTEST_SKIP() << "no Vulkan device";
        const bool isHalf = by == std::string("--keep=50");
        for (const auto& row : report["rows"])
            EXPECT_NEAR(std::stod(row["note"].get<std::string>()), isHalf ? 50.0 : 1.0, isHalf ? 7.0 : 1.5) << row;
    }
}

TEST(Lab, ShowsEachRungInATable)
{
    const Outcome outcome = run({"reduce", "--group", "64", "--device", "vulkan", "--elements", "1000", "--runs", "1"});
    if (lacksDevice(outcome))
        GTEST_SKIP() << outcome.err;
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    for (const char* rung : {" 1 interleaved_modulo", "14 last_on_cpu", "serial, on the CPU"})
        EXPECT_NE(outcome.out.find(rung), std::string::npos) << rung;
}

TEST(Lab, RefusesWrongValuesByName)
{
    expectFailure(run({}), 1, {"subcommand"});
    expectFailure(run({"reduce", "--elements", "0"}), 1, {"--elements", "0"});
    expectFailure(run({"reduce", "--group", "100"}), 1, {"--group", "power of two", "100"});
    expectFailure(run({"reduce", "--group", "8"}), 1, {"--group", "16..1024", "8"});
    expectFailure(run({"reduce", "--op", "xor"}), 1, {"xor of floats"});
    expectFailure(run({"scan", "--type", "uint64"}), 1, {"--type", "uint64"});
    expectFailure(run({"histogram", "--bins", "1000"}), 1, {"--bins", "power of two", "1000"});
    expectFailure(run({"scan", "--device", "cpu"}), 1, {"--device", "Vulkan"});
}

TEST(Lab, DrawsTheLadderFromItsJson)
{
    const Folder folder;
    const std::string report = folder.add(
        "a.json", R"({"bench": "reduce", "what": "sum of floats, 1000 elements, groups of 64", "device": "Test",
        "rows": [{"rung": "sequential", "bytesPerSecond": 5e11, "limitBytesPerSecond": 1e12},
                 {"rung": "atomic", "unsupported": "no"}, {"rung": "serial, on the CPU", "error": 0}]})");
    const Outcome outcome = run({"picture", report, "--out", folder.path("a.svg")});
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    const std::string picture = readText(folder.path("a.svg"));
    for (const char* part : {"<svg ", "1 sequential", ">500<", "sum of floats, 1000 elements<", "Test"})
        EXPECT_NE(picture.find(part), std::string::npos) << part;
    EXPECT_EQ(picture.find("atomic"), std::string::npos);
    const std::string scan = folder.add("b.json", R"({"bench": "scan", "rows": []})");
    expectFailure(run({"picture", scan, "--out", folder.path("b.svg")}), 3, {"b.json", "no report"});
    EXPECT_FALSE(folder.has("b.svg"));
}
