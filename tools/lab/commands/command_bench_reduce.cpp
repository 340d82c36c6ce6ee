#include "commands/command.h"
#include "lab/commands/bench_options.h"
#include "lab/commands/reduce_plot.h"
#include "lab/commands/reduce_report.h"
#include "run/device.h"
#include "run/output.h"
#include "support/text.h"

#include "lab/bench/reduce.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

namespace pn::cli {
namespace {

using bench::ReduceReport;
using bench::ReduceSettings;

constexpr std::uint32_t kLeastGroup = 32, kLargestGroup = 1024;
constexpr std::uint64_t kMostElements = 1u << 30; // what 4 GiB hold, the most that a binding addresses

struct BenchReduceOptions : BenchOptions
{
    ReduceSettings settings;
    std::string plot;
    DeviceOptions device;
    MessageOptions messages;

    void addTo(CLI::App& app)
    {
        BenchOptions::addTo(app);
        addParsed(
            app, "--elements", [this](const std::string& text) { readElements(text); },
            "Elements of 4 bytes, such as 1000, 32M or 768M (32M; 4M on a software driver)")
            .takes("N");
        addParsed(
            app, "--variants", [this](const std::string& text) { readVariants(text); },
            "Rungs to climb, such as first_add,vectorized,serial (all)")
            .takes("NAME,...");
        addParsed(
            app, "--group-size", [this](const std::string& text) { readGroupSize(text); },
            "Lanes of a workgroup, 32 to 1024 (512, or the most the device has)")
            .takes("N");
        addChoice(app, "--op", settings.op, lab::operatorNames(), "What to reduce with (sum)");
        addText(app, "--plot", plot, "Also draws bandwidth by rung").takes("SVG");
        device.addTo(app);
        messages.addTo(app);
    }

private:
    void readElements(const std::string& text)
    {
        if (!parseBytes(text, settings.elements) || settings.elements == 0 || settings.elements > kMostElements)
            refuseOption(
                fmt::format("--elements must be in 1..{}, such as 1000 or 32M, found {}", kMostElements, text));
    }

    void readGroupSize(const std::string& text)
    {
        std::uint64_t size = 0;
        if (!parseUint(text, size) || size < kLeastGroup || size > kLargestGroup || (size & (size - 1)) != 0)
            refuseOption(fmt::format("--group-size must be 32, 64, 128, 256, 512 or 1024, found {}", text));
        settings.groupSize = std::uint32_t(size);
    }

    void readVariants(const std::string& text)
    {
        const std::vector<std::string> names = bench::rungNames();
        for (const std::string_view name : split(text, ','))
        {
            if (std::find(names.begin(), names.end(), name) == names.end())
                refuseOption(fmt::format("--variants must be some of {}, found {}", fmt::join(names, ", "), name));
            settings.variants.emplace_back(name);
        }
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

Exit run(BenchReduceOptions& options, Console& console)
{
    options.messages.applyTo(console);
    ReduceSettings& settings = options.settings;
    const probenorm::Context context = openContext(options.device, console);
    const PnContextInfo info = contextInfo(context.get());
    settings.runs = options.runs;
    settings.threads = options.device.threads;
    settings.onRung = BeginMeasurement(console, options.messages.progress);
    const ReduceReport report = measureWithStatus(console, [&] { return measure(settings, info); });
    if (!options.plot.empty())
        writeOutput(options.plot, reducePlot(report));
    writeOutput("-", options.json ? reduceJson(report) : reduceText(report));
    return Exit::Success;
}

std::function<Exit()> add(CLI::App& app, Console& console)
{
    const auto options = std::make_shared<BenchReduceOptions>();
    options->addTo(app);
    return [options, &console] { return run(*options, console); };
}

constexpr const char* kManual =
    R"(Climbs the ladder of parallel reductions, from the naive kernel to the memory limit (docs/reductions.md): time, GB/s,
share of the speed at which the same memory can merely be read, gain over the row above and over the first one,
relative error against a sum in double precision, and whether ten runs gave the same bits. Elements are random,
and each run has others than the one before. The CPU's own ladder stands below the rule.

  probenorm bench reduce --device vulkan --plot ladder.svg
  probenorm bench reduce --device vulkan:0 --elements 768M --format json
  probenorm bench reduce --op max-uint --variants butterfly,vectorized --group-size 256)";

} // namespace

const Command kBenchReduceCommand{
    "reduce",
    "Climb the ladder of parallel reductions",
    kManual,
    add,
};

} // namespace pn::cli
