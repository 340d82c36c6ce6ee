#include "tables.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <map>

namespace scene {
namespace {

template <typename... Arguments>
std::string format(const char* pattern, Arguments... arguments)
{
    char buffer[256];
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

struct Mean
{
    double sum = 0.0;
    int count = 0;
};

std::map<float, Mean> byRoughness(const std::vector<ViewScores>& views, std::size_t formula)
{
    std::map<float, Mean> means;
    for (const ViewScores& view : views)
        for (const auto& [roughness, error] : view.scores[formula].measures.logErrorByRoughness)
        {
            means[roughness].sum += error;
            ++means[roughness].count;
        }
    return means;
}

} // namespace

std::string summaryTable(const std::vector<ViewScores>& views)
{
    std::string text = head("formula", {"log error", "fitted half", "reported half", "relative square", "SSIM",
                                        "detail, stops", "highlights, stops", "worst cell"});
    for (const Summary& row : summarize(views))
        text += "| " + row.formula + " | " + number(row.logError) + " | " + number(row.fitLogError) + " | " +
                number(row.reportLogError) + " | " + number(row.relativeSquare) + " | " +
                format("%.3f", row.similarity) + " | " + number(row.detail) + " | " + number(row.highlights) + " | " +
                number(row.worstCell) + " (" + row.worstCellName + ") |\n";
    return text;
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
            text += " | " + number(mean.sum / mean.count);
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

} // namespace scene
