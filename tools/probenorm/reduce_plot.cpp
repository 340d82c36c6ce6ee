#include "reduce_plot.h"

#include "reduce_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pn::cli {
namespace {

using bench::ReducePart;
using bench::ReduceReport;
using bench::ReduceRow;

// Pixels
constexpr double kWidth = 1000, kLeft = 250, kRight = 40, kTop = 112, kRowHeight = 30, kBarHeight = 20, kBottom = 56;
constexpr double kSectionGap = 34;
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

std::string speedText(double bytesPerSecond)
{
    const double gigabytes = bytesPerSecond * 1e-9;
    return gigabytes < 100.0 ? fmt::format("{:.1f} GB/s", gigabytes) : fmt::format("{:.0f} GB/s", gigabytes);
}

double fastest(const ReducePart& part)
{
    double most = part.readLimit;
    for (const ReduceRow& row : part.rows)
        most = std::max(most, row.bytesPerSecond);
    return most;
}

class Plot
{
public:
    explicit Plot(const ReduceReport& report)
        : m_report(report), m_most(1.03 * std::max(fastest(report.device), fastest(report.cpu)))
    {
    }

    std::string draw()
    {
        const bool hasDevice = !m_report.device.rows.empty(), hasCpu = !m_report.cpu.rows.empty();
        const double height = kTop + kBottom + kRowHeight * double(m_report.device.rows.size()) +
                              (hasCpu ? kSectionGap + kRowHeight * double(m_report.cpu.rows.size()) : 0.0);
        m_out = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
                            "width=\"{0:.0f}\" height=\"{1:.0f}\" role=\"img\">\n",
                            kWidth, height);
        m_out += kStyle;
        m_out += fmt::format("<rect x=\"0.5\" y=\"0.5\" width=\"{:.0f}\" height=\"{:.0f}\" rx=\"12\" fill=\"#ffffff\" "
                             "stroke=\"#dee2e6\"/>\n",
                             kWidth - 1, height - 1);
        drawTitle();
        drawTicks(height - kBottom);
        double y = kTop;
        if (hasDevice)
            y = drawPart(m_report.device, y, kSlow, kFast);
        if (hasCpu)
        {
            m_out += text(kLeft - 14, y + 22, "quiet", "end", "CPU, " + m_report.cpu.device);
            drawPart(m_report.cpu, y + kSectionGap, kCpuSlow, kCpuFast);
        }
        return m_out + "</svg>\n";
    }

private:
    double xOf(double bytesPerSecond) const { return kLeft + kPlotWidth * bytesPerSecond / m_most; }

    void drawTitle()
    {
        const ReducePart& part = m_report.device;
        const bool hasDevice = !part.rows.empty();
        m_out += text(28, 40, "title", "start", "Parallel reduction, from the naive kernel to the memory limit");
        m_out += text(28, 63, "quiet", "start",
                      describeReduction(m_report) + (hasDevice ? fmt::format(" on {}, {}, groups of {}", part.device,
                                                                             part.driver, m_report.groupSize)
                                                               : std::string(" on the CPU")));
    }

    void drawTicks(double bottom)
    {
        const double step = tickStep(m_most * 1e-9);
        for (double at = 0.0; at <= m_most * 1e-9; at += step)
        {
            const double x = xOf(at * 1e9);
            m_out += fmt::format("<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\" "
                                 "stroke=\"#e9ecef\"/>\n",
                                 x, kTop - 6, bottom);
            m_out += text(x, bottom + 22, "quiet", "middle", fmt::format("{:g}", at));
        }
        m_out += text(kLeft - 14, bottom + 22, "quiet", "end", "GB/s");
    }

    double drawPart(const ReducePart& part, double y, const Color& slow, const Color& fast)
    {
        const double top = y;
        for (const ReduceRow& row : part.rows)
        {
            drawRow(row, y, mix(slow, fast, row.share));
            y += kRowHeight;
        }
        const double x = xOf(part.readLimit);
        const bool isLeft = x < kLeft + kPlotWidth / 2;
        m_out += fmt::format("<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2:.1f}\" stroke=\"#c92a2a\" "
                             "stroke-width=\"2\" stroke-dasharray=\"6 4\"/>\n",
                             x, top - 6, y);
        m_out += text(x + (isLeft ? 4 : 0), top - 12, "limit", isLeft ? "start" : "end",
                      "read limit " + speedText(part.readLimit));
        return y;
    }

    void drawRow(const ReduceRow& row, double y, const std::string& color)
    {
        const double middle = y + kRowHeight / 2, baseline = middle + 4.5;
        if (row.number != 0)
            m_out += text(46, baseline, "quiet", "end", std::to_string(row.number));
        m_out += text(kLeft - 14, baseline, "name", "end", row.name);
        if (!row.isSupported())
        {
            m_out += text(kLeft + 8, baseline, "quiet", "start", "unsupported: " + row.unsupported);
            return;
        }
        const double length = std::max(2.0, xOf(row.bytesPerSecond) - kLeft);
        m_out += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.0f}\" rx=\"3\" "
                             "fill=\"{}\"/>\n",
                             kLeft, middle - kBarHeight / 2, length, kBarHeight, color);
        const bool isInside = length > kInsideShare * kPlotWidth;
        m_out += text(kLeft + length + (isInside ? -10 : 10), baseline, isInside ? "inside" : "quiet",
                      isInside ? "end" : "start",
                      fmt::format("{}   {:.1f} %", speedText(row.bytesPerSecond), row.share * 100.0));
    }

    const ReduceReport& m_report;
    double m_most; // bytes a second at the right edge
    std::string m_out;
};

} // namespace

std::string reducePlot(const ReduceReport& report)
{
    return Plot(report).draw();
}

} // namespace pn::cli
