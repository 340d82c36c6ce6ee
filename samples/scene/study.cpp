#include "study.h"

#include "picture.h"
#include "view.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

namespace scene {
namespace {

constexpr const char* kPlain = "plain";
constexpr const char* kOurs = "probenorm";
constexpr double kDarkLimit = 0.5;     // of the plain probe's error there
constexpr double kOwnRoomLimit = 1.05; // of the plain probe's error

Formula findFormula(const std::string& name)
{
    for (const Formula& formula : allFormulas())
        if (formula.name == name)
            return formula;
    throw std::runtime_error("no formula is called " + name);
}

} // namespace

void renderScenes(const std::vector<std::filesystem::path>& files, const RenderSettings& settings,
                  const std::filesystem::path& folder, const Progress& progress)
{
    std::vector<Scene> scenes;
    for (const std::filesystem::path& file : files) // all of them before the first ray
        scenes.push_back(readScene(file));
    std::filesystem::create_directories(folder);
    for (const Scene& scene : scenes)
        for (const View& view : renderScene(scene, settings, progress))
            writeView(folder / (view.scene + "_" + view.name + kViewExtension), view);
}

std::vector<ViewScores> scoreFolder(const std::filesystem::path& folder, unsigned threadCount, const Progress& progress)
{
    const std::vector<Formula> formulas = allFormulas();
    std::vector<ViewScores> scores;
    for (const std::filesystem::path& file : filesIn(folder, kViewExtension))
    {
        progress("scores of " + file.stem().string());
        scores.push_back(scoreView(readView(file), formulas, threadCount));
    }
    return scores;
}

void writePictures(const std::filesystem::path& folder, const std::vector<std::string>& formulas,
                   const std::filesystem::path& output, unsigned threadCount, const Progress& progress)
{
    std::filesystem::create_directories(output);
    for (const std::filesystem::path& file : filesIn(folder, kViewExtension))
    {
        progress("picture of " + file.stem().string());
        const View view = readView(file);
        const Image light = baseOf(view), truth = truthOf(view);
        const float exposure = exposureFor(light, truth);
        const Image base = smoothed(view, light, Part::Base, exposure, threadCount);
        std::vector<Picture> pictures;
        for (const std::string& name : formulas)
            pictures.push_back(develop(view, base, renderFormula(view, findFormula(name), threadCount), exposure));
        pictures.push_back(develop(view, base, smoothed(view, truth, Part::Specular, exposure, threadCount), exposure));
        writePng(output / (view.scene + "_" + view.name + ".png"), mosaic(pictures, pictures.size()));
    }
}

std::vector<std::string> findFailures(const std::vector<ViewScores>& views)
{
    std::vector<std::string> failures;
    for (const ViewScores& view : views)
    {
        const double plain = scoreOf(view, kPlain).measures.logError, ours = scoreOf(view, kOurs).measures.logError;
        const bool isOwnRoom = view.scene == kOwnRoom;
        const double limit = isOwnRoom ? kOwnRoomLimit : kDarkLimit;
        if ((isOwnRoom || plain > kForeign) && !(ours <= limit * plain))
        {
            char text[200];
            std::snprintf(text, sizeof(text), "%s, %s: a log error of %.3g normalized, %.3g plain", view.scene.c_str(),
                          view.view.c_str(), ours, plain);
            failures.emplace_back(text);
        }
    }
    return failures;
}

} // namespace scene
