#include "bench/bench_options.h"
#include "bench/shade/shade_bench.h"
#include "bench/shaders/bench_shade.h"
#include "commands/command.h"
#include "support/interrupt.h"

#include <fmt/format.h>

namespace pn::cli {
namespace {

struct BenchShadeOptions : BenchOptions
{
    bench::ShadeSettings settings;

    void addTo(CLI::App& app)
    {
        addRuns(app);
        addUint(app, "--size", settings.width, 16, 7680,
                "Width of the picture in pixels (1920; 480 on a software driver)");
        addUint(app, "--lamps", settings.lamps, 0, shared::kLabShadeLamps, "Lamps that light each pixel (4)");
        addUint(app, "--shadows", settings.shadows, 0, shared::kLabShadeLamps,
                "Lamps that have a shadow map, of nine filtered comparisons (0)");
        addDevice(app);
        BenchOptions::addTo(app);
    }
};

BenchRow rowOf(const bench::ShadeRow& row)
{
    return {.name = row.form,
            .cells = {{"ms", fmt::format("{:.4f}", row.seconds.median * 1e3)},
                      {"fastest", fmt::format("{:.4f}", row.seconds.fastest * 1e3)},
                      {"slowest", fmt::format("{:.4f}", row.seconds.slowest * 1e3)},
                      {"ns per pixel", fmt::format("{:.4f}", row.nanoseconds)},
                      {"over plain", fmt::format("{:.2f} %", 100.0 * row.overPlain)}},
            .json = {{"form", row.form},
                     {"seconds", spreadJson(row.seconds)},
                     {"overPlain", row.overPlain},
                     {"nanosecondsPerPixel", row.nanoseconds}}};
}

BenchReport reportOf(const bench::ShadeReport& report, const bench::ShadeSettings& settings)
{
    std::vector<BenchRow> rows;
    for (const bench::ShadeRow& row : report.rows)
        rows.push_back(rowOf(row));
    return {.bench = "shade",
            .what = fmt::format("{} x {} pixels, {} lamps, {} shadows, {} pictures a sample", report.width,
                                report.height, settings.lamps, settings.shadows, report.pictures),
            .rowTitle = "form",
            .runs = settings.runs,
            .settings = {{"width", report.width},
                         {"height", report.height},
                         {"lamps", settings.lamps},
                         {"shadows", settings.shadows},
                         {"pictures", report.pictures}},
            .device = report.device,
            .driver = report.driver,
            .rows = rows};
}

Exit run(BenchShadeOptions& options, Console& console)
{
    const std::uint32_t device = vulkanIndex(options, console);
    options.settings.runs = options.runs;
    options.settings.onForm = options.onBegin(console);
    options.settings.onRun = throwIfInterrupted;
    const bench::ShadeReport report =
        measureWithStatus(console, [&] { return bench::benchShade(device, options.settings); });
    printReport(reportOf(report, options.settings), options.json);
    return Exit::Success;
}

constexpr const char* kBenchShadeManual =
    R"(Draws a full picture with ordinary lit shading: lamps by GGX and Lambert, the place's light from coefficients, and a
reflection probe with mips. It does so with the probe's reflection as it is (plain), with every preset and with every form
of the preset probenorm, and times each by the device's own clock. The last column is the median of each run's ratio to
plain; plain is measured a second time at the end, and how far that is from 0 is the noise.

  probenorm bench shade --device vulkan:0)";

} // namespace

const Command kBenchShadeCommand{
    .name = "shade",
    .summary = "Time every form of a normalized reflection in a fragment shader",
    .manual = kBenchShadeManual,
    .add = addCommand<BenchShadeOptions, run>,
};

} // namespace pn::cli
