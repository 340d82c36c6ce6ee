#include "bench/bench_options.h"
#include "bench/shaders/bench_shade.h"
#include "commands/command.h"
#include "run/device.h"
#include "support/interrupt.h"

#include <fmt/format.h>

namespace pn::cli {
namespace {

struct BenchShadeOptions : BenchOptions
{
    bench::ShadeSettings settings;

    void addTo(CLI::App& app)
    {
        addUint(app, "--size", settings.width, 16, 7680,
                "Width of the picture in pixels (1920; 480 on a software device)");
        addUint(app, "--lamps", settings.lamps, 0, shared::kShadeLamps, "Lamps that light each pixel (4)");
        BenchOptions::addTo(app);
    }
};

BenchRow rowOf(const bench::ShadeRow& row, const bench::ShadeRow& plain)
{
    BenchRow out{.name = row.form, .cells = {}, .json = {{"form", row.form}, {"difference", row.difference}}};
    const auto add = [&](const std::string& suffix, const bench::ShadeTime& time, const bench::ShadeTime& beside) {
        const double share = time.added.median / beside.seconds.median;
        out.cells.push_back({"ms" + suffix, fmt::format("{:.4f}", 1e3 * time.seconds.median)});
        out.cells.push_back({"adds us" + suffix, fmt::format("{:.1f}", 1e6 * time.added.median)});
        out.cells.push_back({"over plain" + suffix, fmt::format("{:.1f} %", 100.0 * share)});
        return Json{
            {"seconds", spreadJson(time.seconds)}, {"addedSeconds", spreadJson(time.added)}, {"overPlain", share}};
    };
    out.json["withoutShadows"] = add("", row.withoutShadows, plain.withoutShadows);
    out.json["withShadows"] = add(", shadows", row.withShadows, plain.withShadows);
    out.cells.push_back({"off", fmt::format("{:.1e}", row.difference)});
    return out;
}

Exit run(BenchShadeOptions& options, Console& console)
{
    const PnContextInfo info = contextInfo(openContext(options.device, console).get());
    if (info.backend == PN_BACKEND_CPU)
        throw Failure(Exit::CommandLine, "bench shade needs a Vulkan device: name one by --device");
    options.settings.runs = options.runs;
    options.settings.onRun = throwIfInterrupted;
    options.onBegin(console)("shading");
    const bench::ShadeReport report =
        measureWithStatus(console, [&] { return bench::shadeOnVulkan(info.deviceIndex, options.settings); });
    BenchReport printed{
        .bench = "shade",
        .what = fmt::format("{} x {} pixels, {} lamps", report.width, report.height, options.settings.lamps),
        .rowTitle = "form",
        .runs = options.runs,
        .settings = {{"width", report.width}, {"height", report.height}, {"lamps", options.settings.lamps}},
        .device = report.device,
        .driver = report.driver};
    for (const bench::ShadeRow& row : report.rows)
        printed.rows.push_back(rowOf(row, report.rows.front()));
    printReport(printed, options.json);
    return Exit::Success;
}

} // namespace

const Command kBenchShadeCommand{
    .name = "shade",
    .summary = "Time normalized reflections in a pass that shades a picture",
    .manual =
        R"(Shades a full picture: lamps by GGX and Lambert, the local light from nine coefficients, and a reflection probe with
mips; without shadows, and with a filtered shadow map for each lamp. It does so with the probe's reflection as it is
(plain), with HDRP's factor, and with the preset probenorm: the probe's own light from its last mip or from nine
coefficients, and the local light as a lightmap has it. "adds" is the median of each run's difference to plain, by the
device's own clock; plain is measured a second time at the end, and what it adds is the noise. "off" is the largest
difference of a reflection from what the C API says of the same surface, over the larger of that and a tenth.

  probenorm bench shade --device vulkan)",
    .add = addCommand<BenchShadeOptions, run>,
};

} // namespace pn::cli
