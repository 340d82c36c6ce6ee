#include "score.h"

#include "picture.h"
#include "similarity.h"
#include "smooth.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>

namespace scene {
namespace {

Image specularTruth(const View& view)
{
    Image image;
    for (const Sample& sample : view.samples)
        image.push_back(0.5f * (sample.truth[0] + sample.truth[1]));
    return image;
}

Image baseOf(const View& view)
{
    Image image;
    for (const Sample& sample : view.samples)
        image.push_back(sample.base);
    return image;
}

using Value = std::function<double(const Score&)>;
using Choice = std::function<bool(const ViewScores&)>;

// The mean over scenes of the mean over their views.
double meanOf(const std::vector<ViewScores>& views, std::size_t formula, const Choice& isChosen, const Value& value)
{
    std::map<std::string, std::pair<double, int>> scenes;
    for (const ViewScores& view : views)
        if (isChosen(view))
        {
            auto& [sum, count] = scenes[view.scene];
            sum += value(view.scores[formula]);
            ++count;
        }
    double sum = 0.0;
    for (const auto& [name, scene] : scenes)
        sum += scene.first / scene.second;
    return scenes.empty() ? 0.0 : sum / static_cast<double>(scenes.size());
}

void findWorstCell(const std::vector<ViewScores>& views, std::size_t formula, Summary& summary)
{
    for (const ViewScores& view : views)
        for (const auto& [roughness, error] : view.scores[formula].measures.logErrorByRoughness)
            if (error > summary.worstCell)
            {
                char name[32];
                std::snprintf(name, sizeof(name), " at %.2f", static_cast<double>(roughness));
                summary.worstCell = error;
                summary.worstCellName = view.title + name;
            }
}

} // namespace

ViewScores scoreView(const View& view, const std::vector<Formula>& formulas, const ScoreSettings& settings)
{
    const Image base = baseOf(view), truth = specularTruth(view);
    const float exposure = exposureFor(base, truth);
    const Image calmBase = smoothed(view, base, Part::Base, exposure, settings.threadCount);
    const Image calmTruth = smoothed(view, truth, Part::Specular, exposure, settings.threadCount);
    const Picture truthPicture = develop(view, calmBase, calmTruth, exposure);

    ViewScores result{view.scene, view.sceneTitle, view.isFit, view.name, view.title, {}};
    for (const Formula& formula : formulas)
    {
        const Image specular = renderFormula(view, formula, settings.bands, settings.exposure, settings.threadCount);
        const Picture picture = develop(view, calmBase, specular, exposure);
        result.scores.push_back({formula.name, measure(view, specular), structuralSimilarity(picture, truthPicture)});
    }
    return result;
}

std::vector<Summary> summarize(const std::vector<ViewScores>& views)
{
    std::vector<Summary> summaries;
    const std::size_t count = views.empty() ? 0 : views.front().scores.size();
    const Choice all = [](const ViewScores&) { return true; };
    const Value logError = [](const Score& score) { return score.measures.logError; };
    for (std::size_t i = 0; i < count; ++i)
    {
        const auto mean = [&](const Value& value) { return meanOf(views, i, all, value); };
        Summary& summary = summaries.emplace_back();
        summary.formula = views.front().scores[i].formula;
        summary.logError = mean(logError);
        summary.fitLogError = meanOf(
            views, i, [](const ViewScores& view) { return view.isFit; }, logError);
        summary.reportLogError = meanOf(
            views, i, [](const ViewScores& view) { return !view.isFit; }, logError);
        summary.relativeSquare = mean([](const Score& score) { return score.measures.relativeSquare; });
        summary.similarity = mean([](const Score& score) { return score.similarity; });
        summary.detail =
            mean([](const Score& score) { return std::fabs(std::log2(std::max(score.measures.detail, 1e-3))); });
        summary.highlights = mean([](const Score& score) { return std::fabs(score.measures.highlights); });
        findWorstCell(views, i, summary);
    }
    return summaries;
}

} // namespace scene
