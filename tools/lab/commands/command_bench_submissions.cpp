#include "lab/commands/bench_commands.h"
#include "lab/commands/bench_options.h"
#include "run/device.h"
#include "run/input.h"
#include "run/output.h"
#include "support/json.h"
#include "support/text.h"

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

struct BenchSubmissionsOptions : BenchOptions
{
    DeviceOptions device;
    MessageOptions messages;

    void addTo(CLI::App& app)
    {
        BenchOptions::addTo(app);
        device.addTo(app);
        messages.addTo(app);
    }
};

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

std::string reportText(const SubmissionReport& report)
{
    std::string out = fmt::format("{}{}{}, submissions of {} MiB\n", report.device, report.driver.empty() ? "" : ", ",
                                  report.driver, report.chunkBytes >> 20);
    out += fmt::format("{:<50} {:>8} {:>8} {:>10} {:>10}\n", "case", "probes", "MiB", "median ms", "slowest ms");
    for (const SubmissionTimes& row : report.rows)
        out += fmt::format("{:<50} {:>8} {:>8.1f} {:>10.2f} {:>10.2f}\n", describe(row.what), row.probeCount,
                           double(row.bytes) / (1 << 20), row.median * 1e3, row.slowest * 1e3);
    const SubmissionTimes& longest = slowest(report);
    return out + fmt::format("the longest: {:.2f} ms, {}\n", longest.median * 1e3, describe(longest.what));
}

std::string reportJson(const SubmissionReport& report, std::uint32_t runs)
{
    Json rows = Json::array();
    for (const SubmissionTimes& row : report.rows)
        rows.push_back({{"work", workName(row.what)},
                        {"texels", formatName(row.what.format)},
                        {"bands", row.what.bands},
                        {"divide", isNormalized(row.what) ? Json(row.what.isRgb ? "rgb" : "luminance") : Json()},
                        {"probes", row.probeCount},
                        {"bytes", row.bytes},
                        {"seconds", {{"median", row.median}, {"slowest", row.slowest}}}});
    return jsonText({{"probenorm", versionText()},
                     {"bench", "submissions"},
                     {"device", report.device},
                     {"driver", report.driver},
                     {"runs", runs},
                     {"submissionBytes", report.chunkBytes},
                     {"longestSeconds", slowest(report).median},
                     {"rows", std::move(rows)}});
}

Exit run(BenchSubmissionsOptions& options, Console& console)
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
    writeOutput("-", options.json ? reportJson(report, options.runs) : reportText(report));
    return Exit::Success;
}

std::function<Exit()> add(CLI::App& app, Console& console)
{
    const auto options = std::make_shared<BenchSubmissionsOptions>();
    options->addTo(app);
    return [options, &console] { return run(*options, console); };
}

constexpr const char* kManual =
    R"(Times single submissions, each as full as the library fills them: how long a device can do nothing else. The clock is
the device's own; copies between host and device are not counted.

  probenorm bench submissions --device vulkan --runs 5)";

} // namespace

const Command kBenchSubmissionsCommand{
    "submissions",
    "Time the longest submission of each kernel and format",
    kManual,
    add,
};

} // namespace pn::cli
