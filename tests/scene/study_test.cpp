// The whole, small: the same numbers on any number of threads and from files, and the claims' limits.
#include "study.h"

#include "tables.h"
#include "view.h"

#include <gtest/gtest.h>

#include <filesystem>

#include <unistd.h>

namespace scene {
namespace {

class Study : public testing::Test
{
protected:
    Study() : m_folder(std::filesystem::temp_directory_path() / ("pn_study_" + std::to_string(::getpid()))) {}
    ~Study() override { std::filesystem::remove_all(m_folder); }

    std::filesystem::path m_folder;
};

RenderSettings tiny(unsigned threads)
{
    RenderSettings settings;
    settings.width = 32;
    settings.paths = 2;
    settings.probeSize = 8;
    settings.probePaths = 1;
    settings.lightProbeSize = 4;
    settings.lightProbePaths = 1;
    settings.threadCount = threads;
    settings.device = "cpu";
    return settings;
}

TEST_F(Study, IsTheSameOnAnyNumberOfThreads)
{
    const auto silent = [](const std::string&) {};
    const std::filesystem::path scenes = PN_SCENE_FOLDER;
    const std::vector<std::filesystem::path> files = {scenes / "corridor.json"}; // two probes, blended
    renderScenes(files, tiny(1), m_folder / "one", silent);
    renderScenes(files, tiny(3), m_folder / "three", silent);
    const std::string text = scoresJson(scoreFolder(m_folder / "one", 1, silent));
    EXPECT_EQ(text, scoresJson(scoreFolder(m_folder / "three", 3, silent)));
    EXPECT_NE(text.find("\"view\": \"middle\""), std::string::npos);
}

TEST_F(Study, RefusesFilesThatAreNoViews)
{
    std::filesystem::create_directories(m_folder);
    EXPECT_THROW(viewFiles(m_folder), std::runtime_error);
    View view{};
    view.width = view.height = 2;
    view.subpixels = 1;
    view.siteLights.emplace_back();
    view.samples.resize(4);
    view.samples[3].roughness = 0.25f;
    writeView(m_folder / "a.view", view);
    EXPECT_EQ(readView(m_folder / "a.view").samples[3].roughness, 0.25f);
    std::filesystem::resize_file(m_folder / "a.view", std::filesystem::file_size(m_folder / "a.view") - 1);
    EXPECT_THROW(readView(m_folder / "a.view"), std::runtime_error);
}

ViewScores scores(const std::string& scene, double plain, double ours)
{
    ViewScores result{scene, true, "view", {}};
    result.scores.push_back({"plain", {plain, 0, 1, 0, 0, {{0.5f, plain}}, {}}, 1.0});
    result.scores.push_back({"probenorm", {ours, 0, 1, 0, 0, {{0.5f, ours}}, {}}, 1.0});
    return result;
}

TEST(Failures, HalfTheErrorWhereTheProbeIsForeign)
{
    EXPECT_TRUE(findFailures({scores("cave", 8.0, 4.0)}).empty());
    EXPECT_EQ(findFailures({scores("cave", 8.0, 4.1)}).size(), 1u);
    EXPECT_TRUE(findFailures({scores("cave", 1.0, 2.0)}).empty()); // near enough to the probe's own light
}

TEST(Failures, FivePercentInTheOwnRoom)
{
    EXPECT_TRUE(findFailures({scores("own_room", 1.0, 1.05)}).empty());
    EXPECT_EQ(findFailures({scores("own_room", 1.0, 1.06)}).size(), 1u);
}

// A scene of two views counts as much as one of a single view.
TEST(Summary, IsAMeanOfScenes)
{
    const std::vector<Summary> rows = summarize({scores("a", 1.0, 0.0), scores("a", 3.0, 0.0), scores("b", 10.0, 5.0)});
    EXPECT_DOUBLE_EQ(rows[0].logError, 6.0);
    EXPECT_DOUBLE_EQ(rows[1].logError, 2.5);
}

} // namespace
} // namespace scene
