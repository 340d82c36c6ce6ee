#include "bench/bench_options.h"

#include "run/device.h"
#include "run/input.h"
#include "support/interrupt.h"
#include "support/progress.h"

#include <fmt/format.h>

namespace pn::cli {

void BenchOptions::addTo(CLI::App& app)
{
    addUint(app, "--runs", runs, 1, 10000, "Runs to take the median of (20)");
    device.addTo(app, AutoDevice::FirstGpu);
    addJsonFormat(app, json, "Form of the result (text)");
    messages.addTo(app);
}

std::function<void(const std::string& what)> BenchOptions::onBegin(Console& console) const
{
    const bool hasBar = resolveProgressMode(messages.progress) == ProgressMode::Bar;
    return [&console, hasBar](const std::string& what) {
        throwIfInterrupted();
        if (hasBar)
            console.setStatus("measuring " + what);
    };
}

void ProbeOptions::addTo(CLI::App& app, const std::string& bytesHelp)
{
    addUint(app, "--size", described.faceSize, 1, PN_MAX_FACE_SIZE, "Face size (a standard set of cases)");
    addUint(app, "--probes", described.probeCount, 1, 1u << 20, "Probes of that size (as many as fill --bytes)");
    std::vector<std::string> formats;
    for (PnFormat each = PN_FORMAT_RGBA32F; each <= PN_FORMAT_RGBA8_SRGB; ++each)
        formats.emplace_back(formatName(each));
    addWord(app, "--texels", formats, "Texel format, with --size (rgba16f)",
            [this](std::size_t index) { described.format = PnFormat(index + 1); });
    addBytes(app, "--bytes", bytes, bytesHelp);
    BenchOptions::addTo(app);
}

std::vector<bench::ProbeCase> ProbeOptions::casesOr(const std::vector<bench::ProbeCase>& standard) const
{
    return described.faceSize != 0 ? std::vector{described} : standard;
}

bench::Settings ProbeOptions::settings(Console& console,
                                       std::function<std::string(const bench::ProbeCase&)> describe) const
{
    bench::Settings settings;
    settings.runs = runs;
    settings.bytes = bytes;
    settings.onCase = [begin = onBegin(console), describe](const bench::ProbeCase& what) { begin(describe(what)); };
    return settings;
}

void ProbeOptions::print(BenchReport report, const bench::Report& measured, NameOf* nameOf, JsonOf* jsonOf) const
{
    report.rowTitle = "case";
    report.runs = runs;
    report.device = measured.device;
    report.driver = measured.driver;
    for (const bench::Measurement& row : measured.rows)
    {
        report.rows.push_back({.name = nameOf(row.what),
                               .cells = {{"probes", std::to_string(row.probeCount)},
                                         {"probes/s", fmt::format("{:.0f}", row.probesPerSecond())}},
                               .json = {{"texels", formatName(row.what.format)},
                                        {"faceSize", row.what.faceSize},
                                        {"probes", row.probeCount},
                                        {"probesPerSecond", row.probesPerSecond()}}});
        report.rows.back().addSpeed(row.speed);
        report.rows.back().json.update(jsonOf(row.what));
    }
    printReport(report, json);
}

} // namespace pn::cli
