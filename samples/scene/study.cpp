#include "study.h"

#include "picture.h"

#include <cstdio>

namespace scene {
namespace {

constexpr double kDarkLimit = 0.5;     // of the plain probe's error there
constexpr double kOwnRoomLimit = 1.15; // of the plain probe's error

} // namespace

std::vector<ViewScores> runStudy(const std::vector<std::filesystem::path>& files, const RenderSettings& settings,
                                 const std::filesystem::path& folder, const Progress& progress)
{
    std::vector<Scene> scenes;
    for (const std::filesystem::path& file : files) // all of them before the first ray
        scenes.push_back(readScene(file));
    std::filesystem::create_directories(folder);
    const std::vector<Formula> formulas = allFormulas();
    std::vector<ViewScores> scores;
    for (const Scene& scene : scenes)
    {
        const PathTracer tracer(scene.world);
        const Captures captures = captureScene(scene, tracer, settings, progress);
        for (const View& view : renderViews(scene, tracer, captures, settings, progress))
        {
            progress("scores of " + view.scene + ", " + view.name);
            scores.push_back(scoreView(view, formulas, settings.threadCount));
            writePng(folder / (view.scene + "_" + view.name + ".png"), scores.back().picture);
        }
    }
    return scores;
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
