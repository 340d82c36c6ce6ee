#include "lab/ladder/reduce_plot.h"

#include "bench/bench_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pn::cli {
namespace {

using bench::LadderPart;
using bench::LadderRow;
using bench::ReduceReport;

// Pixels
constexpr double kWidth = 1000, kLeft = 250, kRight = 40, kTop = 74, kBottom = 14;
constexpr double kHeadHeight = 42, kRowHeight = 30, kBarHeight = 20, kAxisHeight = 30; // of a section
constexpr double kPlotWidth = kWidth - kLeft - kRight;
constexpr double kInsideShare = 0.5; // of the plot: labels of longer bars stand inside

struct Color
{
    int r, g, b;
};

constexpr Color kSlow{0x9a, 0xa9, 0xbd}, kFast{0x0c, 0x85, 0x99}; // of a device's bars, by their share of the limit
constexpr Color kCpuSlow{0xe6, 0xc9, 0x9a}, kCpuFast{0xe8, 0x80, 0x0c};

constexpr const char* kStyle = R"(<style>
text { font-family: system-ui, "Segoe UI", Helvetica, Arial, sans-serif; font-size: 13px; fill: #343a40; }
.title { font-size: 21px; font-weight: 650; fill: #212529; }
.quiet { fill: #868e96; }
.label { fill: #495057; }
.name { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.inside { fill: #ffffff; font-weight: 600; }
.limit { fill: #c92a2a; font-weight: 600; }
</style>
)";

std::string escaped(const std::string& text)
{
    std::string out;
    for (const char c : text)
        out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '"' ? "&quot;" : std::string(1, c);
    return out;
}

std::string text(double x, double y, const char* style, const char* anchor, const std::string& content)
{
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"{}\" text-anchor=\"{}\">{}</text>\n", x, y, style,
                       anchor, escaped(content));
}

std::string mix(const Color& from, const Color& to, double t)
{
    const auto channel = [t](int a, int b) { return int(std::lround(a + (b - a) * std::clamp(t, 0.0, 1.0))); };
    return fmt::format("#{:02x}{:02x}{:02x}", channel(from.r, to.r), channel(from.g, to.g), channel(from.b, to.b));
}

// A step of 1, 2 or 5 times a power of ten that makes four to ten ticks.
double tickStep(double most)
{
    const double power = std::pow(10.0, std::floor(std::log10(most)));
    for (const double factor : {0.1, 0.2, 0.5, 1.0})
        if (most / (factor * power) <= 10.0)
            return factor * power;
    return 2.0 * power;
}

double fastest(const LadderPart& part)
{
    double most = part.limit;
    for (const LadderRow& row : part.rows)
        most = std::max(most, row.speed.bytesPerSecond());
    return most;
}

// Bars of one part, with a scale of its own: a GPU is a hundred times faster than a CPU.
class Section
{
public:
    Section(const LadderPart& part, const Color& slow, const Color& fast)
        : m_part(part), m_slow(slow), m_fast(fast), m_most(1.03 * fastest(part))
    {
    }

    double height() const { return kHeadHeight + kRowHeight * double(m_part.rows.size()) + kAxisHeight; }

    std::string draw(double top) const
    {
        const double first = top + kHeadHeight, bottom = first + kRowHeight * double(m_part.rows.size());
        std::string out = ticks(first, bottom);
        for (std::size_t i = 0; i < m_part.rows.size(); ++i)
            out += bar(m_part.rows[i], first + kRowHeight * double(i));
        const double x = xOf(m_part.limit);
        out += fmt::format("<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\" stroke=\"#c92a2a\" "
                           "stroke-width=\"2\" stroke-dasharray=\"6 4\"/>\n",
                           x, first - 6, bottom);
        const bool isLeft = x < kLeft + kPlotWidth / 2;
        return out + text(x, first - 13, "limit", isLeft ? "start" : "end",
                          "read limit " + speedText(m_part.limit) + " GB/s");
    }

private:
    double xOf(double bytesPerSecond) const { return kLeft + kPlotWidth * bytesPerSecond / m_most; }

    std::string ticks(double first, double bottom) const
    {
        std::string out = text(kLeft - 14, bottom + 20, "quiet", "end", "GB/s");
        const double step = tickStep(m_most * 1e-9);
        for (int i = 0; i * step <= m_most * 1e-9; ++i)
        {
            const double x = xOf(i * step * 1e9);
            out += fmt::format("<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\" "
                               "stroke=\"#e9ecef\"/>\n",
                               x, first - 6, bottom);
            out += text(x, bottom + 20, "quiet", "middle", fmt::format("{:g}", i * step));
        }
        return out;
    }

    std::string bar(const LadderRow& row, double y) const
    {
        const double middle = y + kRowHeight / 2, baseline = middle + 4.5;
        std::string out = text(kLeft - 14, baseline, "name", "end", row.name);
        if (row.number != 0)
            out += text(46, baseline, "quiet", "end", std::to_string(row.number));
        if (!row.isSupported())
            return out + text(kLeft + 8, baseline, "quiet", "start", "unsupported: " + row.unsupported);
        const double length = std::max(2.0, xOf(row.speed.bytesPerSecond()) - kLeft);
        const bool isInside = length > kInsideShare * kPlotWidth;
        out += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.0f}\" rx=\"3\" "
                           "fill=\"{}\"/>\n",
                           kLeft, middle - kBarHeight / 2, length, kBarHeight, mix(m_slow, m_fast, row.speed.share()));
        const std::string label =
            fmt::format("{} GB/s \u00b7 {:.1f} %", speedText(row.speed.bytesPerSecond()), row.speed.share() * 100.0);
        return out + text(kLeft + length + (isInside ? -10 : 10), baseline, isInside ? "inside" : "label",
                          isInside ? "end" : "start", label);
    }

    const LadderPart& m_part;
    Color m_slow, m_fast;
    double m_most; // bytes per second at the right edge
};

std::string title(const ReduceReport& report)
{
    const std::string what = describeReduction(report);
    std::string on = ", on the CPU";
    if (!report.device.rows.empty())
        on = fmt::format(", groups of {}, on {}, {}", report.groupSize, report.device.device, report.device.driver);
    return text(28, 40, "title", "start", "Parallel reduction, from the naive kernel to the memory limit") +
           text(28, 63, "quiet", "start", what + on);
}

} // namespace

std::string describeReduction(const ReduceReport& report)
{
    const double bytes = 4.0 * lab::wordsOf(report.op) * report.elements;
    const bool isLarge = bytes >= 1 << 20;
    return fmt::format("{} of {} {} ({:.4g} {})", lab::operatorNames()[std::size_t(report.op)], report.elements,
                       lab::isFloat(report.op) ? "floats" : "uints", bytes / (isLarge ? 1 << 20 : 1 << 10),
                       isLarge ? "MiB" : "KiB");
}

std::string reducePlot(const ReduceReport& report)
{
    const bool hasDevice = !report.device.rows.empty(), hasCpu = !report.cpu.rows.empty();
    const Section device(report.device, kSlow, kFast), cpu(report.cpu, kCpuSlow, kCpuFast);
    const double cpuTop = kTop + (hasDevice ? device.height() : 0.0);
    const double height = cpuTop + (hasCpu ? cpu.height() : 0.0) + kBottom;
    std::string out = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
                                  "width=\"{0:.0f}\" height=\"{1:.0f}\" role=\"img\">\n",
                                  kWidth, height);
    out += kStyle;
    out += fmt::format("<rect x=\"0.5\" y=\"0.5\" width=\"{:.0f}\" height=\"{:.0f}\" rx=\"12\" fill=\"#ffffff\" "
                       "stroke=\"#dee2e6\"/>\n",
                       kWidth - 1, height - 1);
    out += title(report);
    if (hasDevice)
        out += device.draw(kTop);
    if (hasCpu)
        out += text(kLeft - 14, cpuTop + kHeadHeight - 13, "quiet", "end", report.cpu.device) + cpu.draw(cpuTop);
    return out + "</svg>\n";
}

} // namespace pn::cli
