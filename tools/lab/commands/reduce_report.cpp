#include "lab/commands/reduce_report.h"

#include "support/json.h"
#include "support/text.h"

#include <fmt/format.h>

namespace pn::cli {
namespace {

using bench::ReducePart;
using bench::ReduceReport;
using bench::ReduceRow;

constexpr std::string_view kRow = "{:>3} {:<20} {:>6} {:>10} {:>9} {:>7} {:>9} {:>9} {:>9} {:>5}\n";
constexpr std::size_t kRowWidth = 96;

// How much faster a row is than another; 0 where there is none to compare with.
double gain(const ReduceRow& row, const ReduceRow* other)
{
    return other != nullptr ? other->seconds.median / row.seconds.median : 0.0;
}

std::string gainText(double value)
{
    return value == 0.0 ? "" : fmt::format("{:.2f} x", value);
}

std::string numberText(const ReduceRow& row)
{
    return row.number == 0 ? "" : std::to_string(row.number);
}

// The rows of a part with the row above and the first one, of those that were run.
template <typename Use>
void forEachRow(const ReducePart& part, Use&& use)
{
    const ReduceRow *first = nullptr, *above = nullptr;
    for (const ReduceRow& row : part.rows)
    {
        use(row, above, first);
        if (!row.isSupported())
            continue;
        above = &row;
        first = first == nullptr ? &row : first;
    }
}

std::string partText(const ReducePart& part)
{
    std::string out;
    forEachRow(part, [&](const ReduceRow& row, const ReduceRow* above, const ReduceRow* first) {
        if (!row.isSupported())
        {
            out += fmt::format("{:>3} {:<20} unsupported: {}\n", numberText(row), row.name, row.unsupported);
            return;
        }
        out += fmt::format(fmt::runtime(kRow), numberText(row), row.name, row.passes,
                           fmt::format("{:.4f}", row.seconds.median * 1e3), speedText(row.bytesPerSecond),
                           fmt::format("{:.1f} %", row.share * 100.0), gainText(gain(row, above)),
                           gainText(gain(row, first)), row.error == 0.0 ? "0" : fmt::format("{:.1e}", row.error),
                           row.sameBits ? "yes" : "no");
    });
    return out;
}

std::string deviceLine(const ReducePart& part)
{
    return fmt::format("{}{}{}: read limit {} GB/s\n", part.device, part.driver.empty() ? "" : ", ", part.driver,
                       speedText(part.readLimit));
}

Json partJson(const ReducePart& part)
{
    Json rows = Json::array();
    forEachRow(part, [&](const ReduceRow& row, const ReduceRow* above, const ReduceRow* first) {
        Json json = {{"rung", row.name}};
        if (row.number != 0)
            json["number"] = row.number;
        if (!row.isSupported())
            json["unsupported"] = row.unsupported;
        else
            json.update(
                {{"passes", row.passes},
                 {"seconds",
                  {{"median", row.seconds.median}, {"fastest", row.seconds.fastest}, {"slowest", row.seconds.slowest}}},
                 {"bytesPerSecond", row.bytesPerSecond},
                 {"shareOfReadLimit", row.share},
                 {"gainOverRowAbove", gain(row, above)},
                 {"gainOverFirst", gain(row, first)},
                 {"relativeError", row.error},
                 {"resultBits", fmt::format("{:08x}", row.bits)},
                 {"sameBits", row.sameBits}});
        rows.push_back(json);
    });
    return {
        {"device", part.device}, {"driver", part.driver}, {"readLimitBytesPerSecond", part.readLimit}, {"rows", rows}};
}

} // namespace

std::string speedText(double bytesPerSecond)
{
    const double gigabytes = bytesPerSecond * 1e-9;
    return fmt::format(fmt::runtime(gigabytes < 10.0 ? "{:.2f}" : gigabytes < 1000.0 ? "{:.1f}" : "{:.0f}"), gigabytes);
}

std::string describeReduction(const ReduceReport& report)
{
    const double bytes = 4.0 * report.elements;
    const bool isLarge = bytes >= 1 << 20;
    return fmt::format("{} of {} {} ({:.4g} {})", lab::operatorNames()[std::size_t(report.op)], report.elements,
                       lab::isFloat(report.op) ? "floats" : "uints", bytes / (isLarge ? 1 << 20 : 1 << 10),
                       isLarge ? "MiB" : "KiB");
}

std::string reduceText(const ReduceReport& report)
{
    std::string out = fmt::format("{}, median of {} runs\n", describeReduction(report), report.runs);
    if (!report.device.rows.empty())
        out += fmt::format("groups of {}, {}", report.groupSize, deviceLine(report.device));
    out += '\n';
    out += fmt::format(fmt::runtime(kRow), "#", "rung", "passes", "ms", "GB/s", "limit", "vs above", "vs first",
                       "error", "same");
    out += partText(report.device);
    if (report.cpu.rows.empty())
        return out;
    if (!report.device.rows.empty())
        out.append(kRowWidth, '-').append("\n");
    return out + fmt::format("CPU, {}", deviceLine(report.cpu)) + partText(report.cpu);
}

std::string reduceJson(const ReduceReport& report)
{
    Json json = {{"probenorm", versionText()},
                 {"bench", "reduce"},
                 {"operator", lab::operatorNames()[std::size_t(report.op)]},
                 {"elements", report.elements},
                 {"runs", report.runs}};
    if (!report.device.rows.empty())
    {
        json["groupSize"] = report.groupSize;
        json["vulkan"] = partJson(report.device);
    }
    if (!report.cpu.rows.empty())
        json["cpu"] = partJson(report.cpu);
    return jsonText(json);
}

} // namespace pn::cli
