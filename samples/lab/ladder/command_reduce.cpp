#include "lab/ladder/command_reduce.h"
#include "bench/bench_options.h"
#include "lab/ladder/reduce_bench.h"
#include "support/text.h"

#include <fmt/format.h>

#include <memory>

namespace pn::cli {
namespace {

using bench::RungRow;

constexpr std::uint64_t kMostElements = 1u << 30; // what 4 GiB hold, the most that a binding addresses

void readElements(const std::string& text, std::uint64_t& elements)
{
    if (!parseBytes(text, elements) || elements == 0 || elements > kMostElements)
        refuseOption(fmt::format("--elements must be in 1..{}, such as 1000 or 32M, found {}", kMostElements, text));
}

struct ReduceOptions : BenchOptions
{
    bench::ReduceSettings settings;

    void addTo(CLI::App& app)
    {
        addRuns(app);
        addParsed(
            app, "--elements", [this](const std::string& text) { readElements(text, settings.elements); },
            "Elements of 4 bytes, or of 8 for sum-uint64, such as 1000, 32M or 256M (32M; less on a software driver)")
            .takes("N");
        addDevice(app);
        BenchOptions::addTo(app);
        addChoice(app, "--op", settings.op, lab::operatorNames(), "What to reduce with (sum)");
    }
};

// Beside the speed of a rung its passes, and how far its result is from the sum in double precision.
BenchRow benchRow(const RungRow& row)
{
    BenchRow out{.name = fmt::format("{:>2} {}", row.number, row.name),
                 .unsupported = row.unsupported,
                 .cells = {},
                 .json = {{"rung", row.name}, {"number", row.number}}};
    if (!row.isSupported())
        return out;
    out.cells.push_back({"passes", std::to_string(row.passes)});
    out.json["passes"] = row.passes;
    out.addSpeed(row.speed);
    out.cells.push_back({"error", row.error == 0.0 ? "0" : fmt::format("{:.1e}", row.error)});
    out.cells.push_back({"same", row.sameBits ? "yes" : "no"});
    out.json["relativeError"] = row.error;
    out.json["resultBits"] = fmt::format("{:0{}x}", row.bits, 8 * row.words);
    out.json["sameBits"] = row.sameBits;
    return out;
}

BenchReport reportOf(const bench::ReduceReport& report)
{
    std::vector<BenchRow> rows;
    for (const RungRow& row : report.rows)
        rows.push_back(benchRow(row));
    return {.bench = "reduce",
            .what = report.what,
            .rowTitle = " # rung",
            .limit = "read",
            .runs = report.runs,
            .settings = {{"elements", report.elements}},
            .device = report.device,
            .driver = report.driver,
            .rows = rows};
}

Exit run(ReduceOptions& options, Console& console)
{
    const std::uint32_t device = vulkanIndex(options, console);
    options.settings.runs = options.runs;
    options.settings.onRung = options.onBegin(console);
    const bench::ReduceReport report =
        measureWithStatus(console, [&] { return bench::benchReduce(device, options.settings); });
    printReport(reportOf(report), options.json);
    return Exit::Success;
}

} // namespace

const Command kReduceCommand{
    .name = "reduce",
    .summary = "Climb the ladder of parallel reductions",
    .manual =
        R"(Climbs the ladder of parallel reductions, from the naive kernel to the memory limit: time, GB/s,
share of the speed at which the same memory can merely be read, relative error against a sum in double precision,
and whether ten runs gave the same bits. Elements are random, and each run has others than the one before.

  probenorm_lab reduce --device vulkan
  probenorm_lab reduce --device vulkan:0 --elements 768M --format json
  probenorm_lab reduce --op sum-uint64 --device vulkan)",
    .add = addCommand<ReduceOptions, run>,
};

} // namespace pn::cli
