#include "lab/commands/algorithm_command.h"
#include "lab/commands/ladder_report.h"

#include "run/device.h"

#include <fmt/format.h>

namespace pn::cli {
namespace {

BenchReport reportOf(const bench::AlgorithmReport& report)
{
    return {.bench = report.bench,
            .what = fmt::format("{}, checked over {} elements", report.what, report.checkedElements),
            .rowTitle = " # rung",
            .limit = report.limit,
            .runs = report.runs,
            .settings = {{"elements", report.elements}, {"checkedElements", report.checkedElements}},
            .parts = {ladderPart(report.device)}};
}

} // namespace

void AlgorithmOptions::addTo(CLI::App& app, bench::Algorithm algorithm, const std::string& elements)
{
    std::vector<std::string> rungs;
    for (const lab::AlgorithmRung& rung : bench::rungsOf(algorithm))
        rungs.emplace_back(rung.name);
    LadderOptions::addTo(app, settings, elements, rungs);
}

void AlgorithmOptions::addOperator(CLI::App& app)
{
    addChoice(app, "--op", settings.op, lab::wordOperatorNames(), "What to combine with (sum-uint)");
}

Exit runAlgorithm(bench::Algorithm algorithm, AlgorithmOptions& options, Console& console)
{
    options.messages.applyTo(console);
    const PnContextInfo info = contextInfo(openContext(options.device, console).get());
    if (info.backend != PN_BACKEND_VULKAN)
        throw Failure(Exit::CommandLine,
                      fmt::format("--device must name a Vulkan device here, found {}", options.device.device));
    options.applyTo(options.settings, console);
    const bench::AlgorithmReport report = measureWithStatus(
        console, [&] { return bench::benchAlgorithm(algorithm, info.deviceIndex, options.settings); });
    printReport(reportOf(report), options.json);
    return Exit::Success;
}

} // namespace pn::cli
