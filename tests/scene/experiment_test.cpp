#include "experiment.h"

#include "report.h"

#include <gtest/gtest.h>

namespace scene {
namespace {

Settings tiny()
{
    Settings settings;
    settings.width = 32;
    settings.samples = 2;
    settings.probeSize = 8;
    settings.probeSamples = 1;
    settings.lightProbeSize = 4;
    settings.lightProbeSamples = 1;
    settings.device = "cpu";
    return settings;
}

TEST(Experiment, IsTheSameOnAnyNumberOfThreads)
{
    Settings one = tiny(), three = tiny();
    one.threadCount = 1;
    three.threadCount = 3;
    const auto silent = [](const std::string&) {};
    const std::string text = jsonText(runExperiment(one, silent));
    EXPECT_EQ(text, jsonText(runExperiment(three, silent)));
    EXPECT_NE(text.find("\"name\": \"dark\""), std::string::npos);
}

MethodResult method(double smooth, double rough)
{
    return {"", {rough, {{0.1f, 1, smooth}, {0.6f, 1, rough}}}, 1.0};
}

Results resultsOf(double darkNormalized, double brightNormalized)
{
    Results results{};
    results.views.push_back({"dark", "dark", {method(8.0, 8.0), method(8.0, darkNormalized)}});
    results.views.push_back({"bright", "bright", {method(1.0, 1.0), method(1.0, brightNormalized)}});
    return results;
}

TEST(Failures, HalfTheErrorInTheDarkFromTheFadesEndOn)
{
    EXPECT_TRUE(findFailures(resultsOf(3.9, 1.0)).empty()); // what is smoother than the fade may stay as it is
    EXPECT_EQ(findFailures(resultsOf(4.0, 1.0)).size(), 1u);
}

TEST(Failures, TwoPercentInTheLight)
{
    EXPECT_TRUE(findFailures(resultsOf(1.0, 1.02)).empty());
    EXPECT_EQ(findFailures(resultsOf(1.0, 1.03)).size(), 1u);
}

} // namespace
} // namespace scene
