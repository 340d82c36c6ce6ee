#include "commands/command.h"
#include "lab/commands/bench_options.h"
#include "run/device.h"
#include "run/input.h"
#include "run/output.h"
#include "support/json.h"
#include "support/text.h"

#include "lab/bench/bench.h"

#include <fmt/format.h>

#include <memory>

namespace pn::cli {
namespace {

using bench::Measurement;
using bench::ProjectCase;

struct BenchProjectOptions : BenchOptions
{
    bool fromHost = false;
    std::uint32_t faceSize = 0; // 0: the standard set of cases
    std::uint32_t probes = 0;
    std::uint32_t bands = 3;
    PnFormat format = PN_FORMAT_RGBA16F;
    std::uint64_t bytes = 0;
    std::uint64_t chunkBytes = 0;
    bool staged = false;
    DeviceOptions device;
    MessageOptions messages;

    void addTo(CLI::App& app)
    {
        BenchOptions::addTo(app);
        addUint(app, "--size", faceSize, 1, PN_MAX_FACE_SIZE, "Face size (a standard set of cases)");
        addUint(app, "--probes", probes, 1, 1u << 20, "Probes of that size (as many as fill --bytes)");
        addUint(app, "--bands", bands, 1, PN_MAX_BANDS, "Bands, with --size (3)");
        addTexels(app, format);
        addBytes(app, "--bytes", bytes,
                 "Texels to measure over (3G on a GPU, 64M on a software device, 512M on the CPU)");
        addWord(app, "--pipeline", {"fused", "staged"},
                "Whether also one that stages its sums in memory is timed (fused)",
                [this](std::size_t index) { staged = index == 1; });
        addWord(app, "--from", {"device", "host"}, "Where the texels lie at first (device)",
                [this](std::size_t index) { fromHost = index == 1; });
        addBytes(app, "--chunk", chunkBytes,
                 "Texels sent to the device at a time, with --from host (64M, 4M on a software device)");
        device.addTo(app);
        messages.addTo(app);
    }

    // What docs/performance-notebook.md shows.
    std::vector<ProjectCase> cases() const
    {
        if (faceSize != 0)
            return {{format, faceSize, bands, probes}};
        std::vector<ProjectCase> all;
        for (const std::uint32_t size : {64u, 128u, 256u, 1024u, 4096u})
            for (const PnFormat texels : {PN_FORMAT_RGBA16F, PN_FORMAT_RGBA32F})
                all.push_back({texels, size, 3, size >= 4096 ? 1u : 0u});
        for (const std::uint32_t many : {4u, 5u})
            for (const PnFormat texels : {PN_FORMAT_RGBA16F, PN_FORMAT_RGBA32F})
                all.push_back({texels, 256, many, 0});
        for (const PnFormat texels : {PN_FORMAT_RGB32F, PN_FORMAT_RGB9E5, PN_FORMAT_R11G11B10F, PN_FORMAT_RGBA8})
            all.push_back({texels, 256, 3, 0});
        return all;
    }
};

std::string describe(const ProjectCase& what)
{
    return fmt::format("{} {}^2, {} bands", formatName(what.format), what.faceSize, what.bands);
}

std::string rowText(const Measurement& row)
{
    const bool isStaged = row.pipeline != "fused";
    const std::string name = isStaged ? "  " + row.pipeline : describe(row.what);
    if (!row.unsupported.empty())
        return fmt::format("{:<28} unsupported: {}\n", name, row.unsupported);
    return fmt::format("{:<28} {:>8} {:>10.3f} {:>12.0f} {:>9.1f} {:>9.1f} {:>6.1f}%{}\n", name, row.probeCount,
                       row.seconds * 1e3, row.probesPerSecond(), row.bytesPerSecond() * 1e-9, row.limit * 1e-9,
                       row.share() * 100.0,
                       isStaged ? fmt::format("  differs by {:.1e}", row.difference) : std::string());
}

Json rowJson(const Measurement& row, bool fromHost)
{
    Json json = {{"texels", formatName(row.what.format)},
                 {"faceSize", row.what.faceSize},
                 {"bands", row.what.bands},
                 {"pipeline", row.pipeline}};
    if (!row.unsupported.empty())
    {
        json["unsupported"] = row.unsupported;
        return json;
    }
    json.update({{"probes", row.probeCount},
                 {"bytes", row.bytes},
                 {"seconds", {{"median", row.seconds}, {"fastest", row.fastest}, {"slowest", row.slowest}}},
                 {"probesPerSecond", row.probesPerSecond()},
                 {"bytesPerSecond", row.bytesPerSecond()},
                 {fromHost ? "uploadLimitBytesPerSecond" : "readLimitBytesPerSecond", row.limit},
                 {fromHost ? "shareOfUploadLimit" : "shareOfReadLimit", row.share()}});
    if (row.pipeline != "fused")
        json["relativeDifference"] = row.difference;
    return json;
}

std::string reportText(const bench::Report& report)
{
    std::string out = fmt::format("{}{}{}\n", report.device, report.driver.empty() ? "" : ", ", report.driver);
    out += fmt::format("{:<28} {:>8} {:>10} {:>12} {:>9} {:>9} {:>7}\n", "case", "probes", "ms", "probes/s", "GB/s",
                       "limit", "share");
    for (const Measurement& row : report.rows)
        out += rowText(row);
    return out;
}

std::string reportJson(const bench::Report& report, const BenchProjectOptions& options)
{
    Json rows = Json::array();
    for (const Measurement& row : report.rows)
        rows.push_back(rowJson(row, options.fromHost));
    return jsonText({{"probenorm", versionText()},
                     {"bench", "project"},
                     {"device", report.device},
                     {"driver", report.driver},
                     {"runs", options.runs},
                     {"rows", rows}});
}

bench::Report measure(const BenchProjectOptions& options, const PnContextInfo& info, const bench::Settings& settings)
{
    if (info.backend == PN_BACKEND_CPU)
        return bench::projectOnCpu(options.device.threads, options.cases(), settings);
    if (!options.fromHost)
        return bench::projectOnVulkan(info.deviceIndex, options.cases(), settings);
    auto desc = probenorm::sized<PnContextDesc>();
    desc.backend = info.backend;
    desc.deviceIndex = info.deviceIndex;
    desc.threadCount = options.device.threads;
    desc.chunkBytes = options.chunkBytes;
    return bench::projectFromHost(desc, options.cases(), settings);
}

Exit run(BenchProjectOptions& options, Console& console)
{
    options.messages.applyTo(console);
    const PnContextInfo info = contextInfo(openContext(options.device, console).get());
    if (options.staged && (info.backend == PN_BACKEND_CPU || options.fromHost))
        throw Failure(Exit::CommandLine, "--pipeline staged must have texels on a Vulkan device, and so --from device");
    bench::Settings settings;
    settings.runs = options.runs;
    settings.bytes = options.bytes;
    settings.staged = options.staged;
    settings.onCase = [begin = BeginMeasurement(console, options.messages.progress)](const ProjectCase& what) {
        begin(describe(what));
    };
    const bench::Report report = measureWithStatus(console, [&] { return measure(options, info, settings); });
    writeOutput("-", options.json ? reportJson(report, options) : reportText(report));
    return Exit::Success;
}

std::function<Exit()> add(CLI::App& app, Console& console)
{
    const auto options = std::make_shared<BenchProjectOptions>();
    options->addTo(app);
    return [options, &console] { return run(*options, console); };
}

constexpr const char* kManual =
    R"(Times the projection of texels that lie in the device's memory (on the CPU: in memory, colder than any cache), and
in the same run the fastest plain read of as many bytes: share is the one's speed over the other's. The clock is
the device's own; a figure is the median of the runs. --from host starts from the host's memory, by the clock on the
wall, and compares with plain copies to the device.

--pipeline staged also times what the kernel saves: each texel's part of each coefficient is written to memory, and
two kernels of the reduction ladder add these up. "differs" is from the fused result, over its largest coefficient.

  probenorm bench project --device vulkan
  probenorm bench project --device vulkan --from host
  probenorm bench project --device cpu --threads 1 --size 256 --texels rgba32f)";

} // namespace

const Command kBenchProjectCommand{
    "project",
    "Time the projection beside the fastest plain read",
    kManual,
    add,
};

} // namespace pn::cli
