// Draws the ladder of reductions from the reports of `probenorm_lab reduce --format json`.
#include "image/files/input_file.h"
#include "lab/measure/commands.h"
#include "run/output.h"
#include "support/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace pn::cli {
namespace {

struct PictureOptions
{
    std::vector<std::string> reports;
    std::string out;
    MessageOptions messages;

    void addTo(CLI::App& app)
    {
        addTexts(app, "reports", reports, "Reports of `probenorm_lab reduce --format json`, one or two").required();
        addText(app, "--out", out, "The SVG to write").required();
        messages.addTo(app);
    }
};

constexpr const char* kColours[] = {"#3b6ea5", "#9bbfe0"};
constexpr int kLeft = 190, kWidth = 560, kTop = 64, kBar = 11, kGap = 10;

struct Series
{
    std::string name;
    std::string device;
    double limit = 0;                                  // GB/s
    std::vector<std::pair<std::string, double>> rungs; // GB/s of those that ran
};

Series readSeries(const std::string& path)
{
    constexpr std::uint64_t kMostBytes = 1u << 20;
    const auto bytes = image::readWhole(path, kMostBytes);
    const Json json = parseJson({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path);
    if (!json.is_object() || json.value("bench", "") != "reduce" || !json.contains("rows"))
        throw Failure(Exit::InvalidInput, fmt::format("{} is no report of `probenorm_lab reduce --format json`", path));
    Series series{.name = json.value("what", ""), .device = json.value("device", ""), .rungs = {}};
    series.name = series.name.substr(0, series.name.find(", groups"));
    for (const Json& row : json["rows"])
        if (row.contains("bytesPerSecond"))
        {
            series.rungs.emplace_back(row.value("rung", ""), row.value("bytesPerSecond", 0.0f) * 1e-9);
            series.limit = row.value("limitBytesPerSecond", 0.0f) * 1e-9;
        }
    return series;
}

std::string textAt(double x, double y, const std::string& text, const char* more = "")
{
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}>{}</text>\n", x, y, more, text);
}

std::string bar(const Series& series, std::size_t which, const std::string& rung, double y, double most)
{
    const auto found =
        std::find_if(series.rungs.begin(), series.rungs.end(), [&](const auto& r) { return r.first == rung; });
    if (found == series.rungs.end())
        return textAt(kLeft + 4, y + kBar - 2, "not on this device");
    const double width = kWidth * found->second / most;
    return fmt::format("<rect x=\"{}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" fill=\"{}\"/>\n", kLeft, y, width,
                       kBar, kColours[which]) +
           textAt(kLeft + width + 4, y + kBar - 2, fmt::format("{:.0f}", found->second));
}

std::string limitLine(const Series& series, std::size_t which, double bottom, double most)
{
    const double x = kLeft + kWidth * series.limit / most;
    return fmt::format("<path d=\"M{0:.1f} {1}V{2:.1f}\" stroke=\"{3}\" stroke-dasharray=\"4 3\"/>\n", x, kTop - 6,
                       bottom, kColours[which]);
}

// Bars of each rung, one per report, and the speed of a plain read as a line.
std::string drawLadder(const std::vector<Series>& all)
{
    double most = 0;
    for (const Series& series : all)
    {
        most = std::max(most, series.limit);
        for (const auto& [rung, speed] : series.rungs)
            most = std::max(most, speed);
    }
    const double step = double(kBar) * double(all.size()) + kGap, bottom = kTop + step * double(all[0].rungs.size());
    std::string body =
        textAt(10, 20, "Parallel reductions, GB/s; dashed: a plain read. " + all[0].device, " font-weight=\"bold\"");
    for (std::size_t s = 0; s < all.size(); ++s)
    {
        const double x = 10 + 380.0 * double(s);
        body += fmt::format("<rect x=\"{}\" y=\"32\" width=\"10\" height=\"10\" fill=\"{}\"/>\n", x, kColours[s]);
        body += textAt(x + 14, 41, all[s].name) + limitLine(all[s], s, bottom, most);
    }
    for (std::size_t i = 0; i < all[0].rungs.size(); ++i)
    {
        const std::string& rung = all[0].rungs[i].first;
        const double y = kTop + step * double(i);
        body += textAt(kLeft - 8, y + kBar, fmt::format("{} {}", i + 1, rung), " text-anchor=\"end\"");
        for (std::size_t s = 0; s < all.size(); ++s)
            body += bar(all[s], s, rung, y + double(kBar) * double(s), most);
    }
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1:.0f}\" font-family=\"sans-serif\" "
        "font-size=\"11\">\n<rect width=\"{0}\" height=\"{1:.0f}\" fill=\"white\"/>\n{2}</svg>\n",
        kLeft + kWidth + 50, bottom + 10, body);
}

Exit drawPicture(PictureOptions& options, Console&)
{
    if (options.reports.size() > std::size(kColours))
        throw Failure(Exit::CommandLine, "a picture has one or two reports");
    std::vector<Series> all;
    for (const std::string& path : options.reports)
        all.push_back(readSeries(path));
    writeOutput(options.out, drawLadder(all));
    return Exit::Success;
}

} // namespace

const Command kPictureCommand{
    .name = "picture",
    .summary = "Draw the ladder of reductions from its JSON",
    .manual = R"(Bars of each rung, and the speed of a plain read as a line.

  probenorm_lab picture 128M.json 3G.json --out ladder.svg)",
    .add = addCommand<PictureOptions, drawPicture>,
};

} // namespace pn::cli
