// The measurements run and add up; how fast this machine is proves nothing.
#include "files.h"
#include "program.h"

#include <gtest/gtest.h>

using namespace pn::test;
using Json = nlohmann::json;

namespace {

void expectMeasured(const Names& device, const char* limit)
{
    Names arguments = {"bench", "project", "--size", "8", "--texels", "rgb32f", "--probes", "2", "--runs", "3"};
    arguments.insert(arguments.end(), device.begin(), device.end());
    const Json report = jsonOf(arguments);
    EXPECT_EQ(report["bench"], "project");
    EXPECT_EQ(report["limit"], limit);
    ASSERT_EQ(report["rows"].size(), 1u);
    const Json& row = report["rows"][0];
    EXPECT_EQ(row["texels"], "rgb32f");
    EXPECT_EQ(row["bytes"], 2 * 6 * 8 * 8 * 12);
    const double bytesPerSecond = row["bytesPerSecond"];
    EXPECT_GT(row["seconds"]["fastest"], 0.0);
    EXPECT_LE(row["seconds"]["fastest"], row["seconds"]["median"]);
    EXPECT_LE(row["seconds"]["median"], row["seconds"]["slowest"]);
    EXPECT_NEAR(bytesPerSecond * double(row["seconds"]["median"]), double(row["bytes"]), 0.01);
    EXPECT_NEAR(double(row["shareOfLimit"]) * double(row["limitBytesPerSecond"]), bytesPerSecond,
                1e-6 * bytesPerSecond);
}

} // namespace

TEST(Bench, ProjectionIsASpeedAndAShare)
{
    expectMeasured({"--device", "cpu"}, "read");
    expectMeasured({"--device", "vulkan", "--from", "host"}, "upload");
}

TEST(BenchNormalize, ComparesWithACopy)
{
    const Json report =
        cpuJson({"bench", "normalize", "--size", "16", "--probes", "2", "--divide", "rgb", "--runs", "1"});
    EXPECT_EQ(report["bench"], "normalize");
    EXPECT_EQ(report["limit"], "copy");
    const auto& row = report["rows"][0];
    EXPECT_EQ(row["bytes"], 2 * 6 * 16 * 16 * 8 * 2); // read and written
    EXPECT_EQ(row["divide"], "rgb");
    EXPECT_GT(row["shareOfLimit"].get<double>(), 0.0);
}

TEST(BenchLights, AreFoundBesideTheProjection)
{
    const Json report = cpuJson({"bench", "lights", "--size", "128", "--probes", "3", "--suns", "1", "--runs", "1"});
    EXPECT_EQ(report["lights"], 3);
    ASSERT_EQ(report["rows"].size(), 2u);
    EXPECT_EQ(report["rows"][0]["step"], "projection");
    for (const Json& row : report["rows"])
        EXPECT_GT(row["seconds"]["median"], 0.0);
}

TEST(BenchBake, TimesABakeAndACopyOfIt)
{
    const Folder folder;
    const Json report = cpuJson({"bench", "bake", "--probes", "3", "--size", "4", "--folder", folder.path("bench")});
    EXPECT_EQ(report["probes"], 3);
    ASSERT_EQ(report["rows"].size(), 2u);
    const double bake = report["rows"][0]["seconds"], copy = report["rows"][1]["seconds"];
    EXPECT_NEAR(report["timesTheCopy"], bake / copy, 1e-5 * bake / copy); // all three are printed as floats
    EXPECT_NEAR(report["rows"][0]["probesPerSecond"], 3 / bake, 1e-5 * 3 / bake);
    EXPECT_FALSE(folder.has("bench"));
    folder.add("mine", "");
    expectFailure(run({"bench", "bake", "--folder", folder.path("")}), 2, {"name a new folder"});
    EXPECT_TRUE(folder.has("mine"));
}

TEST(BenchPrefilter, TimesOneInAFrame)
{
    const Json report =
        jsonOf({"bench", "prefilter", "--device", "vulkan", "--size", "8", "--probes", "2", "--runs", "1"});
    ASSERT_EQ(report["rows"].size(), 2u);
    for (const Json& row : report["rows"])
        EXPECT_GT(row["frameSeconds"]["median"], 0.0);
}

TEST(BenchShade, FormsGiveWhatTheLibraryGives)
{
    const Json report = jsonOf({"bench", "shade", "--device", "vulkan", "--size", "32", "--lamps", "1", "--runs", "1"});
    EXPECT_EQ(report["height"], 18);
    ASSERT_EQ(report["rows"].size(), 6u);
    EXPECT_EQ(report["rows"].front()["form"], "plain");
    EXPECT_EQ(report["rows"].back()["form"], "plain again");
    for (const Json& row : report["rows"])
    {
        EXPECT_LT(row["difference"], 1e-5) << row; // as for all of the include: sums of nine products in float
        for (const char* shadows : {"withoutShadows", "withShadows"})
        {
            const double median = row[shadows]["seconds"]["median"], added = row[shadows]["addedSeconds"]["median"];
            const double plain = report["rows"].front()[shadows]["seconds"]["median"];
            EXPECT_GT(median, 0.0) << row;
            EXPECT_NEAR(added, median - plain, 1e-5 * (median + plain)) << row; // of one run; all are printed as floats
        }
    }
    expectFailure(run({"bench", "shade", "--device", "cpu"}), 1, {"needs a Vulkan device"});
}
