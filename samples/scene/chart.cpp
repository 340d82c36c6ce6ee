// The study's chart: a table of coloured cells, as SVG.
#include "tables.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

namespace scene {
namespace {

constexpr int kRow = 20, kColumn = 44, kLeft = 170, kTop = 130; // pixels
constexpr double kGood = 0.25, kBad = 16.0;                     // log errors at the ends of the colours

template <typename... Arguments>
std::string format(const char* pattern, Arguments... arguments)
{
    char buffer[400];
    std::snprintf(buffer, sizeof(buffer), pattern, arguments...);
    return buffer;
}

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

} // namespace

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
