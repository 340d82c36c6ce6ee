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

bool hasDevice()
{
    return jsonOf({"devices"})["devices"].size() > 1; // the first is the processor
}

} // namespace

TEST(Bench, ProjectionIsASpeedAndAShare)
{
    expectMeasured({"--device", "cpu"}, "read");
    if (hasDevice())
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
