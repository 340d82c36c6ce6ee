// Each measure against its formula, worked out by hand; and the whole, small: the same numbers on any number of threads
// and from files, and the claims' limits.
#include "picture.h"
#include "score.h"
#include "study.h"
#include "tables.h"
#include "view.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <unistd.h>

namespace scene {
namespace {

constexpr float kRough = 0.6f, kSmooth = 0.1f;

// One row of pixels.
View viewOf(const std::vector<float>& roughness, float truth)
{
    View view{};
    view.width = static_cast<int>(roughness.size());
    view.height = 1;
    for (const float r : roughness)
    {
        Sample& sample = view.samples.emplace_back();
        sample.material = 1.0f;
        sample.roughness = r;
        sample.truth = {vec3(truth), vec3(truth)};
    }
    return view;
}

// g is a tenth of the mean truth: with a truth of 2, log2 of 4.2 / 2.2 and of 2.2 / 2.2.
TEST(Measures, LogErrorIsASquareOfStops)
{
    const View view = viewOf({kRough, kSmooth, kNothing, kRough}, 2.0f);
    const Measures measures = measure(view, {vec3(4.0f), vec3(2.0f), vec3(9.0f), vec3(2.0f)});
    const double square = std::pow(std::log2(4.2 / 2.2), 2);
    EXPECT_NEAR(measures.logError, square / 3.0, 1e-6);
    ASSERT_EQ(measures.logErrorByRoughness.size(), 2u);
    EXPECT_NEAR(measures.logErrorByRoughness.at(kRough), square / 2.0, 1e-6);
    EXPECT_NEAR(measures.logErrorByRoughness.at(kSmooth), 0.0, 1e-12);
}

TEST(Measures, RelativeSquareIsTheFormula)
{
    const View view = viewOf({kRough, kRough}, 2.0f);
    EXPECT_NEAR(measure(view, {vec3(3.0f), vec3(5.0f)}).relativeSquare, 5.0 / 4.04, 1e-6);
}

// Truths of 1 and 3 around 2: the noise of a single truth would add to the error, and must not.
TEST(Measures, HaveNoShareOfTheTruthsNoise)
{
    View view = viewOf({kRough, kRough}, 0.0f);
    view.samples[0].truth = {vec3(1.0f), vec3(3.0f)};
    view.samples[1].truth = {vec3(3.0f), vec3(1.0f)};
    const double guard = 0.2, a = std::log2(1.0 + guard), b = std::log2(3.0 + guard), x = std::log2(2.0 + guard);
    EXPECT_NEAR(measure(view, {vec3(2.0f), vec3(2.0f)}).logError, (x - a) * (x - b), 1e-6); // below zero
    EXPECT_LT((x - a) * (x - b), 0.0);
}

// Logarithms of the reflection spread twice as far as the truth's: g is 0 but for the mean, so values are large.
TEST(Measures, DetailIsAQuotientOfDeviations)
{
    View view = viewOf({kSmooth, kSmooth}, 0.0f);
    view.samples[0].truth = {vec3(1.0f), vec3(1.0f)};
    view.samples[1].truth = {vec3(3.0f), vec3(3.0f)};
    const double guard = 0.2; // a tenth of the mean of 1 and 3
    const double own = std::log2(8.0 + guard) - std::log2(0.5 + guard);
    const double truth = std::log2(3.0 + guard) - std::log2(1.0 + guard);
    EXPECT_NEAR(measure(view, {vec3(0.5f), vec3(8.0f)}).detail, own / truth, 1e-6);
}

// The brightest of 50 subpixels is a fiftieth.
TEST(Measures, HighlightsAreOfTheBrightestFiftieth)
{
    View view = viewOf(std::vector<float>(50, kRough), 1.0f);
    view.samples[7].truth = {vec3(51.0f), vec3(51.0f)};
    const double guard = 0.1 * (49.0 + 51.0) / 50.0;
    EXPECT_NEAR(measure(view, Image(50, vec3(1.0f))).highlights, std::log2((1.0 + guard) / (51.0 + guard)), 1e-5);
}

Picture even(std::uint8_t value)
{
    return {16, 12, std::vector<std::uint8_t>(16 * 12 * 3, value)};
}

// Without structure, what is left is the term of the means: (2 a b + C1) / (a^2 + b^2 + C1).
TEST(StructuralSimilarity, ComparesMeans)
{
    const double a = 51.0 / 255.0, b = 204.0 / 255.0, c1 = 1e-4;
    EXPECT_NEAR(structuralSimilarity(even(51), even(204)), (2 * a * b + c1) / (a * a + b * b + c1), 1e-9);
    EXPECT_NEAR(structuralSimilarity(even(90), even(90)), 1.0, 1e-9);
}

TEST(StructuralSimilarity, ComparesStructure)
{
    Picture stripes = even(100), shifted = even(100);
    for (std::size_t i = 0; i < stripes.rgb.size(); ++i)
    {
        stripes.rgb[i] = (i / 3) % 2 == 0 ? 60 : 140;
        shifted.rgb[i] = (i / 3) % 2 == 0 ? 140 : 60;
    }
    EXPECT_NEAR(structuralSimilarity(stripes, stripes), 1.0, 1e-9);
    EXPECT_LT(structuralSimilarity(stripes, shifted), -0.9); // the covariance is minus the variance
}

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
    return settings;
}

std::vector<double> numbersOf(const ViewScores& view)
{
    std::vector<double> numbers;
    for (const auto& [formula, m, similarity, flip] : view.scores)
    {
        numbers.insert(numbers.end(), {m.logError, m.relativeSquare, m.detail, m.highlights, similarity, flip});
        for (const auto& [roughness, error] : m.logErrorByRoughness)
            numbers.push_back(error);
    }
    return numbers;
}

TEST_F(Study, IsTheSameOnAnyNumberOfThreads)
{
    const auto silent = [](const std::string&) {};
    const std::filesystem::path scenes = PN_SCENE_FOLDER;
    const std::vector<std::filesystem::path> files = {scenes / "corridor.json"}; // two probes, blended
    const std::vector<ViewScores> one = runStudy(files, tiny(1), m_folder / "one", silent);
    const std::vector<ViewScores> three = runStudy(files, tiny(3), m_folder / "three", silent);
    ASSERT_EQ(one.size(), three.size());
    EXPECT_TRUE(std::any_of(one.begin(), one.end(), [](const ViewScores& view) { return view.view == "middle"; }));
    for (std::size_t i = 0; i < one.size(); ++i)
    {
        EXPECT_EQ(numbersOf(one[i]), numbersOf(three[i])) << one[i].view;
        EXPECT_EQ(one[i].picture.rgb, three[i].picture.rgb) << one[i].view;
        EXPECT_TRUE(std::filesystem::exists(m_folder / "one" / ("corridor_" + one[i].view + ".png")));
    }
}

// What paths found is read again, and no path is traced.
TEST_F(Study, KeepsWhatPathsFound)
{
    const auto silent = [](const std::string&) {};
    const std::vector<std::filesystem::path> files = {std::filesystem::path(PN_SCENE_FOLDER) / "own_room.json"};
    RenderSettings settings = tiny(2);
    const std::vector<ViewScores> plain = runStudy(files, settings, m_folder / "one", silent);
    settings.kept = m_folder / "kept";
    const std::vector<ViewScores> traced = runStudy(files, settings, m_folder / "two", silent);
    const auto light = settings.kept / "own_room_corner_32_2.rgb32f";
    ASSERT_EQ(std::filesystem::file_size(light), 32u * 18u * 36u); // three RGB of floats
    const auto written = std::filesystem::last_write_time(light);
    const std::vector<ViewScores> read = runStudy(files, settings, m_folder / "three", silent);
    EXPECT_EQ(std::filesystem::last_write_time(light), written);
    for (std::size_t i = 0; i < plain.size(); ++i)
    {
        EXPECT_EQ(numbersOf(traced[i]), numbersOf(plain[i])) << plain[i].view;
        EXPECT_EQ(numbersOf(read[i]), numbersOf(plain[i])) << plain[i].view;
    }
    std::filesystem::resize_file(light, 10);
    EXPECT_THROW(runStudy(files, settings, m_folder / "three", silent), std::runtime_error);
}

TEST_F(Study, RefusesAFolderWithoutScenes)
{
    EXPECT_THROW(filesIn(m_folder, ".json"), std::runtime_error);
}

ViewScores scores(const std::string& scene, double plain, double ours)
{
    ViewScores result{scene, true, "view", {}};
    result.scores.push_back({"plain", {plain, 0, 1, 0, {{0.5f, plain}}}, 1.0, 0.2});
    result.scores.push_back({"probenorm", {ours, 0, 1, 0, {{0.5f, ours}}}, 1.0, 0.1});
    return result;
}

// Half the error where the probe is foreign, and fifteen percent more in its own room.
TEST(Failures, AreAboveTheLimits)
{
    EXPECT_TRUE(findFailures({scores("cave", 8.0, 4.0)}).empty());
    EXPECT_EQ(findFailures({scores("cave", 8.0, 4.1)}).size(), 1u);
    EXPECT_TRUE(findFailures({scores("cave", 1.0, 2.0)}).empty()); // near enough to the probe's own light
    EXPECT_TRUE(findFailures({scores("own_room", 1.0, 1.15)}).empty());
    EXPECT_EQ(findFailures({scores("own_room", 1.0, 1.16)}).size(), 1u);
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
