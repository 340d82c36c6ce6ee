#include "commands/command.h"
#include "lab/commands/bench_options.h"
#include "run/device.h"

#include "lab/bench/mixed.h"

#include <fmt/format.h>

#include <memory>

namespace pn::cli {
namespace {

using bench::MixedReport;
using bench::MixedRow;

struct BenchMixedOptions : BenchOptions
{
    bench::MixedSettings settings;

    void addTo(CLI::App& app)
    {
        addRuns(app);
        addUint(app, "--rounds", settings.rounds, 1, 64, "Times that the batch has all its sizes (4)");
        addUint(app, "--shrink", settings.shrink, 1, 256, "Divide counts and larger sizes by N (1)");
        addBytes(app, "--chunk", settings.stepBytes, "Texels of one step (all of them)");
        addDevice(app);
        BenchOptions::addTo(app);
    }
};

BenchRow rowOf(const MixedRow& row)
{
    BenchRow out{.name = row.name, .unsupported = "", .cells = {{"probes", std::to_string(row.probes)}}};
    out.json = {{"work", row.name}, {"probes", row.probes}, {"steps", row.steps}};
    out.addSpeed(row.speed);
    for (const bench::MixedPart& part : row.parts)
    {
        out.cells.push_back({part.name, fmt::format("{:.3f}", part.seconds * 1e3)});
        out.json["parts"][part.name] = part.seconds;
    }
    return out;
}

BenchReport reportOf(const MixedReport& report, const BenchMixedOptions& options)
{
    BenchPart part{.device = report.device, .driver = report.driver, .rows = {}, .key = ""};
    for (const MixedRow& row : report.rows)
        part.rows.push_back(rowOf(row));
    return {.bench = "mixed",
            .what = fmt::format("probes of mixed sizes, {:.2f} GB, in {} submissions",
                                1e-9 * static_cast<double>(report.rows.front().speed.bytes), report.rows.front().steps),
            .rowTitle = "work",
            .limit = "read, or copy,",
            .runs = options.runs,
            .settings = {{"rounds", options.settings.rounds}},
            .parts = {part}};
}

Exit run(BenchMixedOptions& options, Console& console)
{
    options.messages.applyTo(console);
    const PnContextInfo info = contextInfo(openContext(options.device, console).get());
    if (info.backend == PN_BACKEND_CPU)
        throw Failure(Exit::CommandLine, "bench mixed needs a Vulkan device, by whose clock it measures");
    options.settings.runs = options.runs;
    options.settings.onCase = BeginMeasurement(console, options.messages.progress);
    const MixedReport report =
        measureWithStatus(console, [&] { return bench::measureMixed(info.deviceIndex, options.settings); });
    printReport(reportOf(report, options), options.json);
    return Exit::Success;
}

std::function<Exit()> add(CLI::App& app, Console& console)
{
    const auto options = std::make_shared<BenchMixedOptions>();
    options->addTo(app);
    return [options, &console] { return run(*options, console); };
}

constexpr const char* kManual =
    R"(Projects and divides one batch of probes of very different sizes: one of 2048^2, 100 of 256^2 and 10 000 of 16^2,
several times over, with the sizes in turn; then the probes of each size alone. Texels lie in the device's memory. The
time is the device's, by its own clock, to the last coefficient or texel; the copy of results to the host stands beside
it as "report". The limit is the fastest plain read, and copy, of as many bytes in the same run.

  probenorm bench mixed --device vulkan
  probenorm bench mixed --device vulkan --shrink 16 --runs 3)";

} // namespace

const Command kBenchMixedCommand{
    .name = "mixed",
    .summary = "Time a batch of probes of very different sizes",
    .manual = kManual,
    .add = add,
};

} // namespace pn::cli
