#include "lab/commands/algorithm_command.h"
#include "lab/commands/reduce_report.h"

#include "support/json.h"
#include "support/text.h"

#include <fmt/format.h>

namespace pn::cli {
namespace {

using bench::AlgorithmReport;
using bench::AlgorithmRow;

constexpr std::string_view kRow = "{:>3} {:<20} {:>6} {:>10} {:>9} {:>7} {:>9} {:>9} {:>6} {:>5}\n";

// The rows with the row above and the first one, of those that were run.
template <typename Use>
void forEachRow(const AlgorithmReport& report, Use&& use)
{
    const AlgorithmRow *first = nullptr, *above = nullptr;
    for (const AlgorithmRow& row : report.rows)
    {
        use(row, above, first);
        if (!row.isSupported())
            continue;
        above = &row;
        first = first == nullptr ? &row : first;
    }
}

double gain(const AlgorithmRow& row, const AlgorithmRow* other)
{
    return other != nullptr ? other->seconds.median / row.seconds.median : 0.0;
}

std::string gainText(double value)
{
    return value == 0.0 ? "" : fmt::format("{:.2f} x", value);
}

const char* yesNo(bool value)
{
    return value ? "yes" : "no";
}

} // namespace

std::string algorithmText(const AlgorithmReport& report)
{
    std::string out = fmt::format(
        "{}, median of {} runs\n{}, {}: {} limit {} GB/s; results are checked over {} elements\n\n", report.what,
        report.runs, report.device, report.driver, report.limitName, speedText(report.limit), report.checkedElements);
    out += fmt::format(fmt::runtime(kRow), "#", "rung", "passes", "ms", "GB/s", "limit", "vs above", "vs first",
                       "right", "same");
    forEachRow(report, [&](const AlgorithmRow& row, const AlgorithmRow* above, const AlgorithmRow* first) {
        out += row.isSupported()
                   ? fmt::format(fmt::runtime(kRow), row.number, row.name, row.passes,
                                 fmt::format("{:.4f}", row.seconds.median * 1e3), speedText(row.bytesPerSecond),
                                 fmt::format("{:.1f} %", row.share * 100.0), gainText(gain(row, above)),
                                 gainText(gain(row, first)), yesNo(row.isRight), yesNo(row.sameBits))
                   : fmt::format("{:>3} {:<20} unsupported: {}\n", row.number, row.name, row.unsupported);
    });
    return out;
}

std::string algorithmJson(const AlgorithmReport& report)
{
    Json rows = Json::array();
    forEachRow(report, [&](const AlgorithmRow& row, const AlgorithmRow* above, const AlgorithmRow* first) {
        Json json = {{"rung", row.name}, {"number", row.number}};
        if (!row.isSupported())
            json["unsupported"] = row.unsupported;
        else
            json.update(
                {{"passes", row.passes},
                 {"seconds",
                  {{"median", row.seconds.median}, {"fastest", row.seconds.fastest}, {"slowest", row.seconds.slowest}}},
                 {"bytesPerSecond", row.bytesPerSecond},
                 {"shareOfLimit", row.share},
                 {"gainOverRowAbove", gain(row, above)},
                 {"gainOverFirst", gain(row, first)},
                 {"isRight", row.isRight},
                 {"sameBits", row.sameBits}});
        rows.push_back(json);
    });
    return jsonText({{"probenorm", versionText()},
                     {"bench", report.bench},
                     {"what", report.what},
                     {"device", report.device},
                     {"driver", report.driver},
                     {"elements", report.elements},
                     {"checkedElements", report.checkedElements},
                     {"runs", report.runs},
                     {"limit", report.limitName},
                     {"limitBytesPerSecond", report.limit},
                     {"rows", rows}});
}

} // namespace pn::cli
