#include "bench/bench_options.h"
#include "commands/command.h"
#include "run/device.h"
#include "run/input.h"

#include "bench/lights.h"

#include <fmt/format.h>

namespace pn::cli {
namespace {

using bench::LightCase;
using bench::LightReport;
using bench::LightTime;

constexpr std::uint32_t kMostProbes = 100000;

struct BenchLightsOptions : BenchOptions
{
    LightCase what;

    void addTo(CLI::App& app)
    {
        addRuns(app);
        addUint(app, "--size", what.faceSize, 1, PN_MAX_FACE_SIZE, "Face size (128)");
        addUint(app, "--probes", what.probeCount, 1, kMostProbes, "Probes of one call (1000)");
        addUint(app, "--suns", what.sunCount, 0, PN_MAX_LIGHTS, "Suns in each probe's sky (1)");
        addTexels(app, what.format, PN_FORMAT_R11G11B10F, "Texel format (rgba16f)"); // those that hold a sun
        addDevice(app);
        BenchOptions::addTo(app);
    }
};

BenchRow rowOf(const LightTime& time, double projection)
{
    const double projections = time.seconds.median / projection;
    return {.name = time.name,
            .cells = {{"ms", fmt::format("{:.3f}", time.seconds.median * 1e3)},
                      {"projections", fmt::format("{:.2f}", projections)}},
            .json = {{"step", time.name}, {"seconds", spreadJson(time.seconds)}, {"projections", projections}}};
}

BenchReport reportOf(const LightReport& measured, const LightCase& what, std::uint32_t runs)
{
    BenchPart part{.device = fmt::format("{}, {} threads", measured.device, measured.threadCount)};
    for (const LightTime& call : measured.calls)
        part.rows.push_back(rowOf(call, measured.calls.front().seconds.median));
    return {.bench = "lights",
            .what = fmt::format("{} probes of {}^2, {}, {} suns each: {} lights found", what.probeCount, what.faceSize,
                                formatName(what.format), what.sunCount, measured.lightCount),
            .rowTitle = "step",
            .runs = runs,
            .settings = {{"texels", formatName(what.format)},
                         {"faceSize", what.faceSize},
                         {"probes", what.probeCount},
                         {"suns", what.sunCount},
                         {"threads", measured.threadCount},
                         {"lights", measured.lightCount}},
            .parts = {part}};
}

Exit run(BenchLightsOptions& options, Console& console)
{
    const LightCase& what = options.what;
    const probenorm::Context context = openContext(options.device, console);
    bench::LightBenchSettings settings;
    settings.runs = options.runs;
    settings.onCase = BeginMeasurement(console, options.messages.progress);
    const LightReport measured =
        measureWithStatus(console, [&] { return bench::measureLights(context.get(), what, settings); });
    printReport(reportOf(measured, what, options.runs), options.json);
    return Exit::Success;
}

constexpr const char* kBenchLightsManual =
    R"(Times the extraction of lights from many probes in one call, beside the projection of the same probes: from texels
in the host's memory to results there, in wall-clock time. "projections" is a time over the projection's. A figure is
the median of the runs.

  probenorm bench lights --device vulkan
  probenorm bench lights --device cpu --size 64 --probes 4000 --suns 2)";

} // namespace

const Command kBenchLightsCommand{
    .name = "lights",
    .summary = "Time the extraction of lights beside the projection",
    .manual = kBenchLightsManual,
    .add = addCommand<BenchLightsOptions, run>,
};

} // namespace pn::cli
