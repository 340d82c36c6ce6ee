#include "tables.h"

#include "view.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <numeric>

namespace scene {
namespace {

template <typename... Arguments>
std::string format(const char* pattern, Arguments... arguments)
{
    char buffer[400];
    std::snprintf(buffer, sizeof(buffer), pattern, arguments...);
    return buffer;
}

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

// The chart: a table of coloured cells.
constexpr int kRow = 20, kColumn = 44, kLeft = 170, kTop = 130; // pixels
constexpr double kGood = 0.25, kBad = 16.0;                     // log errors at the ends of the colours

// Green, yellow, red, by the error's logarithm.
std::string colour(double error)
{
    const double t = std::clamp(std::log(std::max(error, 1e-6) / kGood) / std::log(kBad / kGood), 0.0, 1.0);
    return format("hsl(%d,70%%,%d%%)", static_cast<int>(std::lround(130.0 * (1.0 - t))),
                  static_cast<int>(std::lround(72.0 - 14.0 * t)));
}

std::string cell(int row, int column, double error)
{
    const int x = kLeft + column * kColumn, y = kTop + row * kRow;
    return format("<rect x='%d' y='%d' width='%d' height='%d' fill='%s'/>"
                  "<text x='%d' y='%d' text-anchor='middle'>%s</text>\n",
                  x, y, kColumn - 1, kRow - 1, colour(error).c_str(), x + kColumn / 2, y + 14,
                  format(error < 9.95 ? "%.2f" : "%.0f", error).c_str());
}

std::string columnName(int column, const std::string& name, bool isFit)
{
    return format("<text transform='translate(%d,%d) rotate(-50)' font-weight='%s'>%s</text>\n",
                  kLeft + column * kColumn + 20, kTop - 8, isFit ? "normal" : "bold", name.c_str());
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
    const double plain = scoreOf(view, "plain").measures.logErrorByRoughness.at(roughness);
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

std::string detailTable(const std::vector<ViewScores>& views)
{
    return perView(views, [](const Score& score) {
        return number(score.measures.detail) + " / " + format("%+.1f", score.measures.highlights);
    });
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

std::string mirrorTable(const std::vector<ViewScores>& views)
{
    std::vector<ViewScores> foreign;
    for (const ViewScores& view : views)
        if (!view.scores.empty() && view.scores.front().measures.logError > kForeign &&
            view.scores.front().measures.biasByRoughness.contains(0.0f))
            foreign.push_back(view);
    return perView(foreign,
                   [](const Score& score) { return format("%+.1f", score.measures.biasByRoughness.at(0.0f)); });
}

std::string cellTable(const std::vector<ViewScores>& views)
{
    Cells cells;
    for (const ViewScores& view : views)
        for (const auto& [roughness, error] : scoreOf(view, "probenorm").measures.logErrorByRoughness)
            addCell(cells, view, roughness, error);
    return format(
               "%d of %d cells are above %.2f of the best preset there. In the own room, no roughness is above %.2f of "
               "plain.\n\n",
               cells.behind, cells.count, kBehind, cells.worstInOwnRoom) +
           head("view", {"roughness", "probenorm", "best preset", "plain"}) + cells.rows;
}

} // namespace

std::string summaryTable(const std::vector<ViewScores>& views)
{
    std::string text = head("formula", {"log error", "fitted half", "reported half", "relative square", "SSIM",
                                        "detail, stops", "highlights, stops"});
    for (const Summary& row : summarize(views))
        text += "| " + row.formula + " | " + number(row.logError) + " | " + number(row.fitLogError) + " | " +
                number(row.reportLogError) + " | " + number(row.relativeSquare) + " | " +
                format("%.3f", row.similarity) + " | " + number(row.detail) + " | " + number(row.highlights) + " |\n";
    return text;
}

std::string allTables(const std::vector<ViewScores>& views)
{
    return "## All scenes\n\n" + summaryTable(views) + "\n## Log error by view\n\n" + viewTable(views) +
           "\n## Log error by roughness\n\n" + roughnessTable(views) +
           "\n## Detail / highlights in stops, by view\n\n" + detailTable(views) +
           "\n## Mirrors in views that are not the probe's own: mean log2 of result over truth\n\n" +
           mirrorTable(views) + "\n## Cells that are behind\n\n" + cellTable(views);
}

std::string scoresJson(const std::vector<ViewScores>& views)
{
    nlohmann::json all = nlohmann::json::array();
    for (const ViewScores& view : views)
        for (const Score& score : view.scores)
        {
            nlohmann::json cells = nlohmann::json::array();
            for (const auto& [roughness, error] : score.measures.logErrorByRoughness)
                cells.push_back({{"roughness", roughness},
                                 {"logError", error},
                                 {"bias", score.measures.biasByRoughness.at(roughness)}});
            all.push_back({{"scene", view.scene},
                           {"view", view.view},
                           {"isFit", view.isFit},
                           {"formula", score.formula},
                           {"logError", score.measures.logError},
                           {"relativeSquare", score.measures.relativeSquare},
                           {"ssim", score.similarity},
                           {"detail", score.measures.detail},
                           {"highlights", score.measures.highlights},
                           {"bias", score.measures.bias},
                           {"byRoughness", std::move(cells)}});
        }
    return all.dump(1) + "\n";
}

std::string chart(const std::vector<ViewScores>& views)
{
    const std::vector<Summary> rows = summarize(views);
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return rows[a].logError < rows[b].logError; });

    const int width = kLeft + (static_cast<int>(views.size()) + 2) * kColumn + 40;
    const int height = kTop + static_cast<int>(rows.size()) * kRow + 30;
    std::string text = format("<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' "
                              "font-family='sans-serif' font-size='11'>\n<rect width='100%%' height='100%%' "
                              "fill='white'/>\n",
                              width, height);
    text += columnName(0, "mean of all scenes", false);
    for (std::size_t i = 0; i < views.size(); ++i)
        text += columnName(static_cast<int>(i) + 2, views[i].scene + ", " + views[i].view, views[i].isFit);
    for (std::size_t row = 0; row < order.size(); ++row)
    {
        const int y = static_cast<int>(row);
        text += format("<text x='8' y='%d'>%s</text>\n", kTop + y * kRow + 14, rows[order[row]].formula.c_str());
        text += cell(y, 0, rows[order[row]].logError);
        for (std::size_t i = 0; i < views.size(); ++i)
            text += cell(y, static_cast<int>(i) + 2, views[i].scores[order[row]].measures.logError);
    }
    text +=
        format("<text x='8' y='%d'>Log error against the path-traced truth, squared stops; 0 is the truth. Views in "
               "bold were not fitted to.</text>\n</svg>\n",
               height - 10);
    return text;
}

} // namespace scene
