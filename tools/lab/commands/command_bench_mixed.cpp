#include "commands/command.h"
#include "lab/commands/bench_options.h"
#include "run/device.h"
#include "run/output.h"
#include "support/json.h"
#include "support/text.h"

#include "lab/bench/mixed.h"

#include <fmt/format.h>

#include <memory>

namespace pn::cli {
namespace {

using bench::MixedPart;
using bench::MixedReport;

struct BenchMixedOptions : BenchOptions
{
    bench::MixedSettings settings;
    std::uint64_t chunkBytes = 0;

    void addTo(CLI::App& app)
    {
        addRuns(app);
        addUint(app, "--rounds", settings.rounds, 1, 64, "Times that the batch has all its sizes (4)");
        addUint(app, "--shrink", settings.shrink, 1, 256, "Divide counts and larger sizes by N (1)");
        addBytes(app, "--chunk", chunkBytes, "Texels of one submission (all of them)");
        addDevice(app);
        BenchOptions::addTo(app);
    }
};

std::string rowText(const char* what, const MixedPart& part)
{
    return fmt::format("{:<28} {:>10.3f} {:>9.1f} {:>9.1f} {:>6.1f}%\n", what, part.seconds * 1e3,
                       part.bytesPerSecond() * 1e-9, part.limit * 1e-9, part.share() * 100.0);
}

std::string reportText(const MixedReport& report)
{
    return fmt::format("{}{}{}\n{} probes of mixed sizes, {:.2f} GB\n{:<28} {:>10} {:>9} {:>9} {:>7}\n", report.device,
                       report.driver.empty() ? "" : ", ", report.driver, report.probes,
                       1e-9 * static_cast<double>(report.projection.bytes), "", "ms", "GB/s", "limit", "share") +
           rowText("projection", report.projection) + rowText("normalization", report.normalization);
}

Json partJson(const MixedPart& part)
{
    return {{"bytes", part.bytes},
            {"seconds", part.seconds},
            {"bytesPerSecond", part.bytesPerSecond()},
            {"limitBytesPerSecond", part.limit},
            {"share", part.share()}};
}

std::string reportJson(const MixedReport& report, const BenchMixedOptions& options)
{
    return jsonText({{"probenorm", versionText()},
                     {"bench", "mixed"},
                     {"device", report.device},
                     {"driver", report.driver},
                     {"runs", options.runs},
                     {"rounds", options.settings.rounds},
                     {"probes", report.probes},
                     {"projection", partJson(report.projection)},
                     {"normalization", partJson(report.normalization)}});
}

Exit run(BenchMixedOptions& options, Console& console)
{
    options.messages.applyTo(console);
    const PnContextInfo info = contextInfo(openContext(options.device, console).get());
    if (info.backend == PN_BACKEND_CPU)
        throw Failure(Exit::CommandLine, "bench mixed needs a Vulkan device, by whose clock it measures");
    auto desc = probenorm::sized<PnContextDesc>();
    desc.backend = info.backend;
    desc.deviceIndex = info.deviceIndex;
    desc.threadCount = options.device.threads;
    desc.chunkBytes = options.chunkBytes;
    options.settings.runs = options.runs;
    options.settings.onCase = BeginMeasurement(console, options.messages.progress);
    const MixedReport report = measureWithStatus(console, [&] { return bench::measureMixed(desc, options.settings); });
    writeOutput("-", options.json ? reportJson(report, options) : reportText(report));
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
several times over, with the sizes in turn. The time is that of the device for all texels, by its own clock: uploads are
not counted. It stands beside the fastest plain read, and copy, of as many bytes in the same run.

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
