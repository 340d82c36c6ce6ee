#include "lab/ladder/ladder_command.h"

#include "support/text.h"

#include <fmt/format.h>

namespace pn::cli {
namespace {

constexpr std::uint64_t kMostElements = 1u << 30; // what 4 GiB hold, the most that a binding addresses

void readElements(const std::string& text, std::uint64_t& elements)
{
    if (!parseBytes(text, elements) || elements == 0 || elements > kMostElements)
        refuseOption(fmt::format("--elements must be in 1..{}, such as 1000 or 32M, found {}", kMostElements, text));
}

using bench::LadderRow;

const char* yesNo(bool value)
{
    return value ? "yes" : "no";
}

void addResult(BenchRow& out, const LadderRow& row)
{
    if (row.error)
    {
        out.cells.push_back({"error", *row.error == 0.0 ? "0" : fmt::format("{:.1e}", *row.error)});
        out.json["relativeError"] = *row.error;
        out.json["resultBits"] = fmt::format("{:0{}x}", row.bits, 8 * row.words);
    }
    else
    {
        out.cells.push_back({"right", yesNo(row.isRight)});
        out.json["isRight"] = row.isRight;
    }
    out.cells.push_back({"same", yesNo(row.sameBits)});
    out.json["sameBits"] = row.sameBits;
}

BenchRow ladderRow(const LadderRow& row)
{
    BenchRow out{.name = row.number != 0 ? fmt::format("{:>2} {}", row.number, row.name) : "   " + row.name,
                 .unsupported = row.unsupported,
                 .cells = {},
                 .json = {{"rung", row.name}}};
    if (row.number != 0)
        out.json["number"] = row.number;
    if (!row.isSupported())
        return out;
    out.cells.push_back({"passes", std::to_string(row.passes)});
    out.json["passes"] = row.passes;
    out.addSpeed(row.speed);
    addResult(out, row);
    return out;
}

} // namespace

void LadderOptions::addTo(CLI::App& app, bench::LadderSettings& settings, const std::string& elements)
{
    addRuns(app);
    addParsed(
        app, "--elements", [&settings](const std::string& text) { readElements(text, settings.elements); },
        elements + ", such as 1000, 32M or 256M (32M; less on a software driver)")
        .takes("N");
    addDevice(app);
    BenchOptions::addTo(app);
}

void LadderOptions::applyTo(bench::LadderSettings& settings, Console& console) const
{
    settings.runs = runs;
    settings.onRung = BeginMeasurement(console, messages.progress);
}

BenchPart ladderPart(const bench::LadderPart& part, const std::string& key)
{
    BenchPart out{.device = part.device, .driver = part.driver, .rows = {}, .key = key};
    for (const LadderRow& row : part.rows)
        out.rows.push_back(ladderRow(row));
    return out;
}

} // namespace pn::cli
