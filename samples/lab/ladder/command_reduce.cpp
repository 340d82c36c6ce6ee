#include "lab/ladder/ladder_command.h"
#include "run/device.h"
#include "support/text.h"

#include "lab/ladder/reduce.h"

#include <fmt/format.h>

namespace pn::cli {
namespace {

using bench::ReduceReport;
using bench::ReduceSettings;

constexpr std::uint32_t kLeastGroup = 32, kLargestGroup = 1024;

// "sum of 33554432 floats (128 MiB)"
std::string describeReduction(const ReduceReport& report)
{
    const double bytes = 4.0 * lab::wordsOf(report.op) * report.elements;
    const bool isLarge = bytes >= 1 << 20;
    return fmt::format("{} of {} {} ({:.4g} {})", lab::operatorNames()[std::size_t(report.op)], report.elements,
                       lab::isFloat(report.op) ? "floats" : "uints", bytes / (isLarge ? 1 << 20 : 1 << 10),
                       isLarge ? "MiB" : "KiB");
}

struct ReduceOptions : LadderOptions
{
    ReduceSettings settings;

    void addTo(CLI::App& app)
    {
        LadderOptions::addTo(app, settings, "Elements of 4 bytes, or of 8 for sum-uint64", bench::rungNames());
        addParsed(
            app, "--group-size", [this](const std::string& text) { readGroupSize(text); },
            "Lanes of a workgroup, 32 to 1024 (512, or the most the device has)")
            .takes("N");
        addChoice(app, "--op", settings.op, lab::operatorNames(), "What to reduce with (sum)");
    }

private:
    void readGroupSize(const std::string& text)
    {
        std::uint64_t size = 0;
        if (!parseUint(text, size) || size < kLeastGroup || size > kLargestGroup || (size & (size - 1)) != 0)
            refuseOption(fmt::format("--group-size must be 32, 64, 128, 256, 512 or 1024, found {}", text));
        settings.groupSize = std::uint32_t(size);
    }
};

ReduceReport measure(ReduceSettings& settings, const PnContextInfo& info)
{
    ReduceReport report;
    if (info.backend == PN_BACKEND_VULKAN)
        report.device = bench::reduceOnVulkan(info.deviceIndex, settings);
    report.cpu = bench::reduceOnCpu(settings);
    report.op = settings.op;
    report.elements = std::uint32_t(settings.elements);
    report.groupSize = settings.groupSize;
    report.runs = settings.runs;
    return report;
}

BenchReport reportOf(const ReduceReport& report)
{
    BenchReport out{
        .bench = "reduce",
        .what = describeReduction(report),
        .rowTitle = " # rung",
        .limit = "read",
        .runs = report.runs,
        .settings = {{"operator", lab::operatorNames()[std::size_t(report.op)]}, {"elements", report.elements}},
        .parts = {}};
    if (!report.device.rows.empty())
    {
        out.what += fmt::format(", groups of {}", report.groupSize);
        out.settings["groupSize"] = report.groupSize;
        out.parts.push_back(ladderPart(report.device, "vulkan"));
    }
    if (!report.cpu.rows.empty())
        out.parts.push_back(ladderPart(report.cpu, "cpu"));
    return out;
}

Exit run(ReduceOptions& options, Console& console)
{
    ReduceSettings& settings = options.settings;
    const probenorm::Context context = openContext(options.device, console);
    const PnContextInfo info = contextInfo(context.get());
    options.applyTo(settings, console);
    settings.threads = options.device.threads;
    const ReduceReport report = measureWithStatus(console, [&] { return measure(settings, info); });
    printReport(reportOf(report), options.json);
    return Exit::Success;
}

constexpr const char* kManual =
    R"(Climbs the ladder of parallel reductions, from the naive kernel to the memory limit: time, GB/s,
share of the speed at which the same memory can merely be read, gain over the row above and over the first one,
relative error against a sum in double precision, and whether ten runs gave the same bits. Elements are random,
and each run has others than the one before. The CPU's own ladder stands below the device's.

  probenorm_lab reduce --device vulkan
  probenorm_lab reduce --device vulkan:0 --elements 768M --format json
  probenorm_lab reduce --op sum-uint --variants butterfly,vectorized --group-size 256
  probenorm_lab reduce --op sum-uint64 --device vulkan)";

} // namespace

const Command kReduceCommand{
    .name = "reduce",
    .summary = "Climb the ladder of parallel reductions",
    .manual = kManual,
    .add = addCommand<ReduceOptions, run>,
};

} // namespace pn::cli
