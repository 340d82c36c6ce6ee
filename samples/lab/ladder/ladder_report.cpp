#include "lab/ladder/ladder_report.h"

#include <fmt/format.h>

namespace pn::cli {
namespace {

using bench::LadderRow;

const char* yesNo(bool value)
{
    return value ? "yes" : "no";
}

// How much faster a row is than another one, if there is one.
void addGain(BenchRow& out, const char* column, const char* key, const LadderRow& row, const LadderRow* other)
{
    const double gain = other != nullptr ? other->speed.seconds.median / row.speed.seconds.median : 0.0;
    out.cells.push_back({column, other != nullptr ? fmt::format("{:.2f} x", gain) : ""});
    out.json[key] = gain;
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

BenchRow ladderRow(const LadderRow& row, const LadderRow* above, const LadderRow* first)
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
    addGain(out, "vs above", "gainOverRowAbove", row, above);
    addGain(out, "vs first", "gainOverFirst", row, first);
    addResult(out, row);
    return out;
}

} // namespace

BenchPart ladderPart(const bench::LadderPart& part, const std::string& key)
{
    BenchPart out{.device = part.device, .driver = part.driver, .rows = {}, .key = key};
    const LadderRow *first = nullptr, *above = nullptr; // of those that were run
    for (const LadderRow& row : part.rows)
    {
        out.rows.push_back(ladderRow(row, above, first));
        if (!row.isSupported())
            continue;
        above = &row;
        first = first == nullptr ? &row : first;
    }
    return out;
}

} // namespace pn::cli
