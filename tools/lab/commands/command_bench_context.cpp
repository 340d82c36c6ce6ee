#include "commands/command.h"
#include "lab/commands/bench_options.h"
#include "run/device.h"

#include <fmt/format.h>

#include <memory>

namespace pn::cli {
namespace {

// The first run, which meets a driver that has not been used yet, and the others.
BenchRow stepRow(const char* name, const std::vector<bench::ContextTimes>& runs, double bench::ContextTimes::*time)
{
    std::vector<double> times;
    for (const bench::ContextTimes& run : runs)
        times.push_back(run.*time);
    const bench::Spread all = bench::spread(times);
    BenchRow row{.name = name, .unsupported = "", .cells = {}, .json = {{"step", name}, {"seconds", spreadJson(all)}}};
    row.json["seconds"]["first"] = times.front();
    for (const auto& [column, seconds] :
         {std::pair("first ms", times.front()), {"ms", all.median}, {"slowest ms", all.slowest}})
        row.cells.push_back({column, fmt::format("{:.3f}", seconds * 1e3)});
    return row;
}

Exit run(BenchOptions& options, Console& console)
{
    options.messages.applyTo(console);
    const PnContextInfo info = contextInfo(openContext(options.device, console).get());
    auto desc = probenorm::sized<PnContextDesc>();
    desc.backend = info.backend;
    desc.deviceIndex = info.deviceIndex;
    desc.threadCount = options.device.threads;
    const auto runs = bench::timeContexts(desc, options.runs, throwIfInterrupted);
    BenchReport report{
        .bench = "context", .what = "", .rowTitle = "step", .limit = "", .runs = options.runs, .parts = {}};
    report.parts.push_back({.device = info.name,
                            .driver = "",
                            .rows = {stepRow("create", runs, &bench::ContextTimes::create),
                                     stepRow("firstProjection", runs, &bench::ContextTimes::firstProjection),
                                     stepRow("nextProjection", runs, &bench::ContextTimes::nextProjection)},
                            .key = ""});
    printReport(report, options.json);
    return Exit::Success;
}

std::function<Exit()> add(CLI::App& app, Console& console)
{
    const auto options = std::make_shared<BenchOptions>();
    options->addRuns(app);
    options->addDevice(app);
    options->addTo(app);
    return [options, &console] { return run(*options, console); };
}

constexpr const char* kManual =
    R"(Times what a caller waits for: making a context, projecting a first probe of 64^2 half floats, and a second.

  probenorm bench context --device vulkan)";

} // namespace

const Command kBenchContextCommand{
    .name = "context",
    .summary = "Time what a caller waits for before its first coefficients",
    .manual = kManual,
    .add = add,
};

} // namespace pn::cli
