#include "lab/commands/bench_commands.h"
#include "lab/commands/bench_options.h"
#include "run/device.h"
#include "run/input.h"

#include "lab/bench/submissions.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace pn::cli {
namespace {

using bench::SubmissionCase;
using bench::SubmissionKind;
using bench::SubmissionReport;
using bench::SubmissionTimes;

const char* workName(const SubmissionCase& what)
{
    switch (what.kind)
    {
    case SubmissionKind::ProjectCubemap: return "project a cubemap";
    case SubmissionKind::ProjectCubemaps: return "project cubemaps of 16";
    case SubmissionKind::ProjectMap: return "project a map";
    case SubmissionKind::NormalizeCubemap: return "normalize a cubemap";
    case SubmissionKind::NormalizeCubemaps: return "normalize cubemaps of 16";
    }
    return "";
}

bool isNormalized(const SubmissionCase& what)
{
    return what.kind == SubmissionKind::NormalizeCubemap || what.kind == SubmissionKind::NormalizeCubemaps;
}

std::string describe(const SubmissionCase& what)
{
    const std::string how = isNormalized(what) ? what.isRgb ? "rgb" : "luminance" : fmt::format("{} bands", what.bands);
    return fmt::format("{}, {}, {}", workName(what), formatName(what.format), how);
}

const SubmissionTimes& slowest(const SubmissionReport& report)
{
    return *std::max_element(report.rows.begin(), report.rows.end(),
                             [](const SubmissionTimes& a, const SubmissionTimes& b) { return a.median < b.median; });
}

BenchRow rowOf(const SubmissionTimes& row)
{
    return {.name = describe(row.what),
            .unsupported = "",
            .cells = {{"probes", std::to_string(row.probeCount)},
                      {"MiB", fmt::format("{:.1f}", double(row.bytes) / (1 << 20))},
                      {"ms", fmt::format("{:.2f}", row.median * 1e3)},
                      {"slowest ms", fmt::format("{:.2f}", row.slowest * 1e3)}},
            .json = {{"work", workName(row.what)},
                     {"texels", formatName(row.what.format)},
                     {"bands", row.what.bands},
                     {"divide", isNormalized(row.what) ? Json(row.what.isRgb ? "rgb" : "luminance") : Json()},
                     {"probes", row.probeCount},
                     {"bytes", row.bytes},
                     {"seconds", {{"median", row.median}, {"slowest", row.slowest}}}}};
}

BenchReport reportOf(const SubmissionReport& report, std::uint32_t runs)
{
    BenchPart part{.device = report.device, .driver = report.driver, .rows = {}, .key = ""};
    for (const SubmissionTimes& row : report.rows)
        part.rows.push_back(rowOf(row));
    const SubmissionTimes& longest = slowest(report);
    return {.bench = "submissions",
            .what = fmt::format("submissions of {} MiB, the longest {:.2f} ms: {}", report.chunkBytes >> 20,
                                longest.median * 1e3, describe(longest.what)),
            .rowTitle = "case",
            .limit = "",
            .runs = runs,
            .settings = {{"submissionBytes", report.chunkBytes}, {"longestSeconds", longest.median}},
            .parts = {part}};
}

Exit run(BenchOptions& options, Console& console)
{
    options.messages.applyTo(console);
    const PnContextInfo info = contextInfo(openContext(options.device, console).get());
    if (info.backend != PN_BACKEND_VULKAN)
        throw Failure(Exit::CommandLine, "--device must be a Vulkan device: the CPU takes no submissions");
    bench::SubmissionSettings settings;
    settings.runs = options.runs;
    settings.onCase = [begin = BeginMeasurement(console, options.messages.progress)](const SubmissionCase& what) {
        begin(describe(what));
    };
    const SubmissionReport report = measureWithStatus(
        console, [&] { return bench::timeSubmissions(info.deviceIndex, bench::allSubmissions(), settings); });
    printReport(reportOf(report, options.runs), options.json);
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
    R"(Times single submissions, each as full as the library fills them: how long a device can do nothing else. The clock is
the device's own; copies between host and device are not counted.

  probenorm bench submissions --device vulkan --runs 5)";

} // namespace

const Command kBenchSubmissionsCommand{
    .name = "submissions",
    .summary = "Time the longest submission of each kernel and format",
    .manual = kManual,
    .add = add,
};

} // namespace pn::cli
