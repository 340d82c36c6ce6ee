// Several devices share cubemaps: lavapipe, SwiftShader and the CPU. How fast they are proves nothing.
#include "files.h"
#include "program.h"

#include <algorithm>

using namespace pn::test;
using Json = nlohmann::json;

namespace {

Outcome benchOn(const std::string& devices)
{
    return run({"bench", "devices", "--device", devices, "--size", "16", "--bytes", "300K", "--batch", "40K", "--runs",
                "1", "--format", "json"});
}

std::vector<std::string> rowNames(const Json& report)
{
    std::vector<std::string> names;
    for (const Json& row : report["rows"])
        names.push_back(row["work"].get<std::string>() + " " + row["devices"].get<std::string>());
    return names;
}

} // namespace

TEST(BenchDevices, AreTimedAloneAndTogether)
{
    const Outcome outcome = benchOn("vulkan:0,vulkan:1,cpu");
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    const Json report = outcome.json();
    const std::vector<std::string> expected = {"copy vulkan:0",
                                               "copy vulkan:1",
                                               "copy vulkan:0,vulkan:1",
                                               "import vulkan:0",
                                               "import vulkan:1",
                                               "import vulkan:0,vulkan:1",
                                               "register vulkan:0",
                                               "register vulkan:1",
                                               "register vulkan:0,vulkan:1",
                                               "project vulkan:0",
                                               "project vulkan:1",
                                               "project cpu",
                                               "project vulkan:0,vulkan:1",
                                               "project vulkan:0,vulkan:1,cpu",
                                               "registered vulkan:0",
                                               "registered vulkan:1",
                                               "registered vulkan:0,vulkan:1",
                                               "registered vulkan:0,vulkan:1,cpu"};
    ASSERT_EQ(rowNames(report), expected);
    const Json& rows = report["rows"];
    for (std::size_t i = 9; i < rows.size(); ++i)
    {
        EXPECT_EQ(rows[i]["bytes"], 25 * 6 * 16 * 16 * 8) << "the whole cubemaps of 300 KiB";
        EXPECT_EQ(rows[i].contains("shareOfLimit"), expected[i].find("cpu") == std::string::npos)
            << "nothing is copied to the processor";
    }
    const auto greatest = [&](const char* ratio, std::vector<std::size_t> some) {
        double most = 0;
        for (const std::size_t i : some)
            most = std::max(most, rows[i][ratio].get<double>());
        return most;
    };
    EXPECT_EQ(greatest("timesBestAlone", {9, 10, 11}), 1.0);
    EXPECT_EQ(greatest("timesBestGpu", {9, 10}), 1.0);
    EXPECT_EQ(greatest("timesBestGpu", {14, 15}), 1.0) << "of registered memory";
    EXPECT_FALSE(rows[6].contains("timesBestGpu")) << "nothing is projected";
}

TEST(BenchDevices, TheCpuAloneHasNothingToCopy)
{
    const Outcome outcome = benchOn("cpu");
    ASSERT_EQ(outcome.exit, 0) << outcome.err;
    EXPECT_EQ(rowNames(outcome.json()), std::vector<std::string>{"project cpu"});
    EXPECT_FALSE(outcome.json()["rows"][0].contains("timesBestGpu"));
}
