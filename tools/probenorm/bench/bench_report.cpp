#include "bench/bench_report.h"

#include "run/output.h"
#include "support/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace pn::cli {
namespace {

using Line = std::vector<std::string>;

// The row's title and the columns of all rows, in the order in which they come first.
Line titlesOf(const BenchReport& report)
{
    Line titles{report.rowTitle};
    for (const BenchRow& row : report.rows)
        for (const BenchCell& cell : row.cells)
            if (std::find(titles.begin() + 1, titles.end(), cell.column) == titles.end())
                titles.push_back(cell.column);
    return titles;
}

Line lineOf(const BenchRow& row, const Line& titles)
{
    Line line(titles.size());
    line[0] = row.name;
    for (const BenchCell& cell : row.cells)
        line[std::size_t(std::find(titles.begin() + 1, titles.end(), cell.column) - titles.begin())] = cell.text;
    return line;
}

std::vector<std::size_t> widthsOf(const std::vector<Line>& lines)
{
    std::vector<std::size_t> widths(lines.front().size());
    for (const Line& line : lines)
        for (std::size_t i = 0; i < line.size(); ++i)
            widths[i] = std::max(widths[i], line[i].size());
    return widths;
}

std::string lineText(const Line& line, const std::vector<std::size_t>& widths)
{
    std::string out = fmt::format("{:<{}}", line[0], widths[0]);
    for (std::size_t i = 1; i < line.size(); ++i)
        out += fmt::format("  {:>{}}", line[i], widths[i]);
    out.erase(out.find_last_not_of(' ') + 1);
    return out + '\n';
}

std::string reportText(const BenchReport& report)
{
    std::vector<Line> lines{titlesOf(report)};
    for (const BenchRow& row : report.rows)
        lines.push_back(lineOf(row, lines.front()));
    const std::vector<std::size_t> widths = widthsOf(lines);
    std::string out = report.what;
    out += fmt::format("{}median of {} runs", out.empty() ? "" : ", ", report.runs);
    out += report.limit.empty() ? "\n" : fmt::format("; the limit is that of a plain {} beside it\n", report.limit);
    out += fmt::format("\n{}{}{}\n", report.device, report.driver.empty() ? "" : ", ", report.driver);
    out += lineText(lines.front(), widths);
    for (std::size_t i = 0; i < report.rows.size(); ++i)
        out += report.rows[i].unsupported.empty()
                   ? lineText(lines[i + 1], widths)
                   : fmt::format("{:<{}}  unsupported: {}\n", lines[i + 1][0], widths[0], report.rows[i].unsupported);
    return out;
}

std::string reportJson(const BenchReport& report)
{
    Json json = {{"probenorm", versionText()}, {"bench", report.bench}};
    if (!report.what.empty())
        json["what"] = report.what;
    json.update(report.settings);
    json["runs"] = report.runs;
    if (!report.limit.empty())
        json["limit"] = report.limit;
    json.update({{"device", report.device}, {"driver", report.driver}, {"rows", Json::array()}});
    for (const BenchRow& row : report.rows)
    {
        json["rows"].push_back(row.json);
        if (!row.unsupported.empty())
            json["rows"].back()["unsupported"] = row.unsupported;
    }
    return jsonText(json);
}

// GB/s with three or four digits.
std::string gigabytesText(double bytesPerSecond)
{
    const double gigabytes = bytesPerSecond * 1e-9;
    return fmt::format(fmt::runtime(gigabytes < 10.0 ? "{:.2f}" : gigabytes < 1000.0 ? "{:.1f}" : "{:.0f}"), gigabytes);
}

} // namespace

void BenchRow::addSpeed(const bench::Speed& speed)
{
    cells.push_back({"ms", fmt::format("{:.4f}", speed.seconds.median * 1e3)});
    cells.push_back({"GB/s", gigabytesText(speed.bytesPerSecond())});
    json.update(
        {{"bytes", speed.bytes}, {"seconds", spreadJson(speed.seconds)}, {"bytesPerSecond", speed.bytesPerSecond()}});
    if (speed.limit == 0)
        return;
    cells.push_back({"limit", gigabytesText(speed.limit)});
    cells.push_back({"share", fmt::format("{:.1f} %", speed.share() * 100.0)});
    json.update({{"limitBytesPerSecond", speed.limit}, {"shareOfLimit", speed.share()}});
}

void printReport(const BenchReport& report, bool json)
{
    writeOutput("-", json ? reportJson(report) : reportText(report));
}

Json spreadJson(const bench::Spread& seconds)
{
    return {{"median", seconds.median}, {"fastest", seconds.fastest}, {"slowest", seconds.slowest}};
}

} // namespace pn::cli
