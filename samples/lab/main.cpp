// The ladder of parallel reductions on the library's Vulkan layer, each rung beside the limit of memory.
#include "bench/bench_options.h"
#include "commands/command.h"
#include "lab/ladder.h"
#include "run/current_failure.h"
#include "run/device.h"
#include "support/interrupt.h"
#include "support/text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <functional>
#include <string>

namespace pn::cli {
namespace {

constexpr std::uint64_t kMostElements = 1u << 30; // what 4 GiB hold, the most that a binding addresses

constexpr const char* kManual =
    R"(Time, GB/s, share of the speed at which the same memory can merely be read, relative error against a sum in double
precision, and whether ten runs gave the same bits. Elements are random, and each run has others than the one before.

  probenorm_lab --device vulkan
  probenorm_lab --device vulkan:0 --elements 768M --format json)";

void readElements(const std::string& text, std::uint64_t& elements)
{
    if (!parseBytes(text, elements) || elements == 0 || elements > kMostElements)
        refuseOption(fmt::format("--elements must be in 1..{}, such as 1000 or 32M, found {}", kMostElements, text));
}

struct LabOptions : BenchOptions
{
    lab::LadderSettings settings;

    void addTo(CLI::App& app)
    {
        addParsed(
            app, "--elements", [this](const std::string& text) { readElements(text, settings.elements); },
            "Floats to add, such as 1000, 32M or 256M (32M; less on a software driver)")
            .takes("N");
        BenchOptions::addTo(app);
    }
};

// The index of a Vulkan device. Throws Failure where the options name another one.
std::uint32_t vulkanIndex(const BenchOptions& options, Console& console)
{
    const PnContextInfo info = contextInfo(openContext(options.device, console).get());
    if (info.backend != PN_BACKEND_VULKAN)
        throw Failure(Exit::CommandLine,
                      fmt::format("--device must name a Vulkan device here, found {}", options.device.device));
    return info.deviceIndex;
}

BenchRow benchRow(const lab::RungRow& row, std::size_t number)
{
    BenchRow out{.name = fmt::format("{:>2} {}", number, row.name),
                 .unsupported = row.unsupported,
                 .cells = {},
                 .json = {{"rung", row.name}, {"number", number}}};
    if (!row.unsupported.empty())
        return out;
    out.cells.push_back({"passes", std::to_string(row.passes)});
    out.addSpeed(row.speed);
    out.cells.push_back({"error", row.error == 0.0 ? "0" : fmt::format("{:.1e}", row.error)});
    out.cells.push_back({"same", row.sameBits ? "yes" : "no"});
    out.json.update({{"passes", row.passes}, {"relativeError", row.error}, {"sameBits", row.sameBits}});
    return out;
}

Exit climb(LabOptions& options, Console& console)
{
    const std::uint32_t device = vulkanIndex(options, console);
    options.settings.runs = options.runs;
    options.settings.onRung = options.onBegin(console);
    const lab::LadderReport report =
        measureWithStatus(console, [&] { return lab::measureLadder(device, options.settings); });
    std::vector<BenchRow> rows;
    for (const lab::RungRow& row : report.rows)
        rows.push_back(benchRow(row, rows.size() + 1));
    printReport({.bench = "reduce",
                 .what = fmt::format("sum of {} floats, groups of {}", report.elements, report.groupSize),
                 .rowTitle = " # rung",
                 .limit = "read",
                 .runs = options.runs,
                 .settings = {{"elements", report.elements}},
                 .device = report.device,
                 .driver = report.driver,
                 .rows = rows},
                options.json);
    return Exit::Success;
}

int fail(Console& console, Exit exit, const std::string& message)
{
    console.error(message);
    return int(exit);
}

int run(int argc, char** argv, Console& console)
{
    CLI::App app{"Climb the ladder of parallel reductions, from the naive kernel to the memory limit.",
                 "probenorm_lab"};
    app.footer(kManual);
    const std::function<Exit()> start = addCommand<LabOptions, climb>(app, console);
    try
    {
        app.parse(argc, argv);
        return int(start());
    }
    catch (const CLI::ParseError& error)
    {
        if (error.get_exit_code() == 0) // --help
            return app.exit(error);
        return fail(console, Exit::CommandLine, fmt::format("{}; see probenorm_lab --help", error.what()));
    }
}

} // namespace
} // namespace pn::cli

int main(int argc, char** argv)
{
    pn::cli::Console console(PN_LOG_WARNING, "probenorm_lab");
    pn::cli::catchInterrupt();
    try
    {
        return pn::cli::run(argc, argv, console);
    }
    catch (...)
    {
        const pn::cli::Failure failure = pn::cli::currentFailure();
        return pn::cli::fail(console, failure.exit(), failure.what());
    }
}
