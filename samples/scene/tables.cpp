#include "tables.h"

#include <algorithm>
#include <limits>
#include <map>

namespace scene {
namespace {

std::size_t formulaCount(const std::vector<ViewScores>& views)
{
    return views.empty() ? 0 : views.front().scores.size();
}

std::string viewName(const ViewScores& view)
{
    return view.scene + "/" + view.view;
}

// Calls cell(score) for each view, for each formula.
template <typename Cell>
std::string perView(const std::vector<ViewScores>& views, const Cell& cell)
{
    std::vector<std::string> columns;
    for (const ViewScores& view : views)
        columns.push_back(viewName(view));
    std::string text = head("formula", columns);
    for (std::size_t i = 0; i < formulaCount(views); ++i)
    {
        text += "| " + views.front().scores[i].formula;
        for (const ViewScores& view : views)
            text += " | " + cell(view.scores[i]);
        text += " |\n";
    }
    return text;
}

std::map<float, Mean> byRoughness(const std::vector<ViewScores>& views, std::size_t formula)
{
    std::map<float, Mean> means;
    for (const ViewScores& view : views)
        for (const auto& [roughness, error] : view.scores[formula].measures.logErrorByRoughness)
            means[roughness].add(error);
    return means;
}

constexpr double kBehind = 1.15; // of the best preset's log error

struct Best
{
    double error = std::numeric_limits<double>::infinity();
    std::string preset;
};

// Looks among the engines' presets as they are shipped.
Best bestPreset(const ViewScores& view, float roughness)
{
    Best best;
    for (PnPreset which = PN_PRESET_PROBENORM + 1; which < PN_PRESET_COUNT; ++which)
    {
        const std::string name = pnGetPresetName(which);
        const double error = scoreOf(view, name).measures.logErrorByRoughness.at(roughness);
        if (error < best.error)
            best = {error, name};
    }
    return best;
}

struct Cells
{
    int count = 0, behind = 0;
    double worstInOwnRoom = 0.0; // of the plain probe's error
    std::string rows;
};

void addCell(Cells& cells, const ViewScores& view, float roughness, double ours)
{
    const double plain = scoreOf(view, kPlain).measures.logErrorByRoughness.at(roughness);
    const Best best = bestPreset(view, roughness);
    ++cells.count;
    if (view.scene == kOwnRoom)
        cells.worstInOwnRoom = std::max(cells.worstInOwnRoom, ours / plain);
    if (ours <= kBehind * best.error)
        return;
    ++cells.behind;
    cells.rows += format("| %s | %.2f | %.2f | %.2f, %s | %.2f |\n", viewName(view).c_str(),
                         static_cast<double>(roughness), ours, best.error, best.preset.c_str(), plain);
}

std::string viewTable(const std::vector<ViewScores>& views)
{
    return perView(views, [](const Score& score) { return number(score.measures.logError); });
}

std::string roughnessTable(const std::vector<ViewScores>& views)
{
    std::vector<std::string> columns;
    if (formulaCount(views) > 0)
        for (const auto& [roughness, mean] : byRoughness(views, 0))
            columns.push_back(format("%.2f", static_cast<double>(roughness)));
    std::string text = head("formula", columns);
    for (std::size_t i = 0; i < formulaCount(views); ++i)
    {
        text += "| " + views.front().scores[i].formula;
        for (const auto& [roughness, mean] : byRoughness(views, i))
            text += " | " + number(mean.value());
        text += " |\n";
    }
    return text;
}

std::string cellTable(const std::vector<ViewScores>& views)
{
    Cells cells;
    for (const ViewScores& view : views)
        for (const auto& [roughness, error] : scoreOf(view, kOurs).measures.logErrorByRoughness)
            addCell(cells, view, roughness, error);
    return format(
               "%d of %d cells are above %.2f of the best preset there. In the own room, no roughness is above %.2f of "
               "plain.\n\n",
               cells.behind, cells.count, kBehind, cells.worstInOwnRoom) +
           head("view", {"roughness", "probenorm", "best preset", "plain"}) + cells.rows;
}

} // namespace

std::string number(double value)
{
    return format(value < 10.0 ? "%.2f" : value < 1000.0 ? "%.1f" : "%.3g", value);
}

std::string head(const std::string& first, const std::vector<std::string>& columns)
{
    std::string text = "| " + first, rule = "|---";
    for (const std::string& column : columns)
    {
        text += " | " + column;
        rule += "|---";
    }
    return text + " |\n" + rule + "|\n";
}

std::string summaryTable(const std::vector<ViewScores>& views)
{
    std::string text = head("formula", {"log error", "fitted", "reported", "relative square", "SSIM", "detail, stops",
                                        "highlights, stops", "FLIP, fitted", "FLIP, reported"});
    for (const Summary& row : summarize(views))
        text += "| " + row.formula + " | " + number(row.logError) + " | " + number(row.fitLogError) + " | " +
                number(row.reportLogError) + " | " + number(row.relativeSquare) + " | " +
                format("%.3f", row.similarity) + " | " + number(row.detail) + " | " + number(row.highlights) + " | " +
                format("%.3f | %.3f |\n", row.fitFlip, row.reportFlip);
    return text;
}

std::string allTables(const std::vector<ViewScores>& views)
{
    return "## All scenes\n\n" + summaryTable(views) + "\n## Log error by view\n\n" + viewTable(views) +
           "\n## Log error by roughness\n\n" + roughnessTable(views) + "\n## Cells that are behind\n\n" +
           cellTable(views);
}

std::string scoresAsCsv(const std::vector<ViewScores>& views)
{
    std::string text = "scene,view,formula,log error,relative square,SSIM,detail,highlights,HDR-FLIP\n";
    for (const ViewScores& view : views)
        for (const Score& score : view.scores)
            text += format("%s,%s,\"%s\",%.6g,%.6g,%.6g,%.6g,%.6g,%.6g\n", view.scene.c_str(), view.view.c_str(),
                           score.formula.c_str(), score.measures.logError, score.measures.relativeSquare,
                           score.similarity, score.measures.detail, score.measures.highlights, score.flip);
    return text;
}

} // namespace scene
