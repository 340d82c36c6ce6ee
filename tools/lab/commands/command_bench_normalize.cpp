#include "commands/command.h"
#include "lab/commands/bench_options.h"
#include "run/device.h"
#include "run/input.h"
#include "run/output.h"
#include "support/json.h"
#include "support/text.h"

#include "lab/bench/normalize.h"

#include <fmt/format.h>

#include <memory>

namespace pn::cli {
namespace {

using bench::NormalizeCase;
using bench::NormalizeMeasurement;
using bench::NormalizeReport;

struct BenchNormalizeOptions : BenchOptions
{
    std::uint32_t faceSize = 0; // 0: the standard set of cases
    std::uint32_t probes = 0;
    bool isRgb = false;
    PnFormat format = PN_FORMAT_RGBA16F;
    std::uint64_t bytes = 0;
    DeviceOptions device;
    MessageOptions messages;

    void addTo(CLI::App& app)
    {
        BenchOptions::addTo(app);
        addUint(app, "--size", faceSize, 1, PN_MAX_FACE_SIZE, "Face size (a standard set of cases)");
        addUint(app, "--probes", probes, 1, 1u << 20, "Probes of that size (as many as fill --bytes)");
        addWord(app, "--divide", {"luminance", "rgb"}, "Denominators, with --size (luminance)",
                [this](std::size_t index) { isRgb = index == 1; });
        addTexels(app, format);
        addBytes(app, "--bytes", bytes, "Texels to read (1536M on a GPU, 32M on a software device, 256M on the CPU)");
        device.addTo(app);
        messages.addTo(app);
    }

    // What docs/performance-notebook.md shows.
    std::vector<NormalizeCase> cases() const
    {
        if (faceSize != 0)
            return {{format, faceSize, isRgb, probes}};
        std::vector<NormalizeCase> all;
        for (const std::uint32_t size : {64u, 256u, 1024u})
            for (const PnFormat texels : {PN_FORMAT_RGBA16F, PN_FORMAT_RGBA32F})
                all.push_back({texels, size, false, 0});
        for (const PnFormat texels : {PN_FORMAT_RGBA16F, PN_FORMAT_RGBA32F})
            all.push_back({texels, 256, true, 0});
        for (const PnFormat texels : {PN_FORMAT_RGB32F, PN_FORMAT_RGB9E5, PN_FORMAT_R11G11B10F, PN_FORMAT_RGBA8})
            all.push_back({texels, 256, false, 0});
        return all;
    }
};

const char* divideName(const NormalizeCase& what)
{
    return what.isRgb ? "rgb" : "luminance";
}

std::string describe(const NormalizeCase& what)
{
    return fmt::format("{} {}^2, {}", formatName(what.format), what.faceSize, divideName(what));
}

std::string reportText(const NormalizeReport& report)
{
    std::string out = fmt::format("{}{}{}\n", report.device, report.driver.empty() ? "" : ", ", report.driver);
    out += fmt::format("{:<28} {:>8} {:>10} {:>12} {:>9} {:>9} {:>7}\n", "case", "probes", "ms", "probes/s", "GB/s",
                       "copy", "share");
    for (const NormalizeMeasurement& row : report.rows)
        out += fmt::format("{:<28} {:>8} {:>10.3f} {:>12.0f} {:>9.1f} {:>9.1f} {:>6.1f}%\n", describe(row.what),
                           row.probeCount, row.seconds * 1e3, row.probesPerSecond(), row.bytesPerSecond() * 1e-9,
                           row.copyLimit * 1e-9, row.share() * 100.0);
    return out;
}

std::string reportJson(const NormalizeReport& report, std::uint32_t runs)
{
    Json rows = Json::array();
    for (const NormalizeMeasurement& row : report.rows)
        rows.push_back({{"texels", formatName(row.what.format)},
                        {"faceSize", row.what.faceSize},
                        {"divide", divideName(row.what)},
                        {"probes", row.probeCount},
                        {"bytes", row.bytes},
                        {"seconds", {{"median", row.seconds}, {"fastest", row.fastest}, {"slowest", row.slowest}}},
                        {"probesPerSecond", row.probesPerSecond()},
                        {"bytesPerSecond", row.bytesPerSecond()},
                        {"copyLimitBytesPerSecond", row.copyLimit},
                        {"shareOfCopyLimit", row.share()}});
    return jsonText({{"probenorm", versionText()},
                     {"bench", "normalize"},
                     {"device", report.device},
                     {"driver", report.driver},
                     {"runs", runs},
                     {"rows", rows}});
}

Exit run(BenchNormalizeOptions& options, Console& console)
{
    options.messages.applyTo(console);
    const probenorm::Context context = openContext(options.device, console);
    const PnContextInfo info = contextInfo(context.get());
    bench::NormalizeSettings settings;
    settings.runs = options.runs;
    settings.bytes = options.bytes;
    settings.onCase = [begin = BeginMeasurement(console, options.messages.progress)](const NormalizeCase& what) {
        begin(describe(what));
    };
    const NormalizeReport report = measureWithStatus(console, [&] {
        return info.backend == PN_BACKEND_CPU ? bench::normalizeOnCpu(options.device.threads, options.cases(), settings)
                                              : bench::normalizeOnVulkan(info.deviceIndex, options.cases(), settings);
    });
    writeOutput("-", options.json ? reportJson(report, options.runs) : reportText(report));
    return Exit::Success;
}

std::function<Exit()> add(CLI::App& app, Console& console)
{
    const auto options = std::make_shared<BenchNormalizeOptions>();
    options->addTo(app);
    return [options, &console] { return run(*options, console); };
}

constexpr const char* kManual =
    R"(Times the division of texels that lie in the device's memory by their probe's light, and in the same run the fastest
plain copy of as many bytes by a kernel (on the CPU: memcpy): share is the one's speed over the other's. GB/s count
what is read and what is written. The clock is the device's own; a figure is the median of the runs.

  probenorm bench normalize --device vulkan
  probenorm bench normalize --device vulkan --size 512 --texels rgba32f --divide rgb)";

} // namespace

const Command kBenchNormalizeCommand{
    "normalize",
    "Time the division beside the fastest plain copy",
    kManual,
    add,
};

} // namespace pn::cli
