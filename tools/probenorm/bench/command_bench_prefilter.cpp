#include "bench/bench_options.h"
#include "commands/command.h"
#include "run/device.h"
#include "run/input.h"

#include "bench/prefilter.h"

#include <fmt/format.h>

namespace pn::cli {
namespace {

using bench::PrefilterCase;
using bench::PrefilterTime;

struct BenchPrefilterOptions : BenchOptions
{
    std::uint32_t size = 0;
    PrefilterCase what;

    void addTo(CLI::App& app)
    {
        addRuns(app);
        addUint(app, "--size", size, 2, 1024, "Face size (128 and 256)");
        addUint(app, "--probes", what.cubemapCount, 1, 10000, "Cubemaps of one call (64)");
        addTexels(app, what.format, PN_FORMAT_R11G11B10F, "Texel format of the sources and the mips (rgba16f)");
        addDevice(app);
        BenchOptions::addTo(app);
    }
};

BenchRow rowOf(const PrefilterCase& what, const PrefilterTime& time)
{
    const std::string effort = what.effort == PN_EFFORT_BAKED ? "baked" : "realtime";
    const auto us = [](double seconds) { return fmt::format("{:.1f}", 1e6 * seconds); };
    return {.name = fmt::format("{}^2, {}", what.faceSize, effort),
            .cells = {{"first call ms", fmt::format("{:.1f}", 1e3 * time.firstCall)},
                      {"us per cubemap", us(time.perCubemap.median)},
                      {"of the device", time.onDevice.median > 0 ? us(time.onDevice.median) : "-"}},
            .json = {{"faceSize", what.faceSize},
                     {"effort", effort},
                     {"firstCallSeconds", time.firstCall},
                     {"seconds", spreadJson(time.perCubemap)},
                     {"deviceSeconds", spreadJson(time.onDevice)}}};
}

Exit run(BenchPrefilterOptions& options, Console& console)
{
    const probenorm::Context context = openContext(options.device, console);
    auto info = probenorm::sized<PnContextInfo>();
    probenorm::check(pnGetContextInfo(context.get(), &info));
    const BeginMeasurement begin(console, options.messages.progress);
    BenchPart part{.device = info.name};
    for (const std::uint32_t size : options.size != 0 ? std::vector{options.size} : std::vector{128u, 256u})
        for (const PnEffort effort : {PN_EFFORT_BAKED, PN_EFFORT_REALTIME})
        {
            PrefilterCase what = options.what;
            what.faceSize = size;
            what.effort = effort;
            begin(fmt::format("{}^2", size));
            part.rows.push_back(rowOf(what, measureWithStatus(console, [&] {
                                          return bench::measurePrefilter(context.get(), what, options.runs);
                                      })));
        }
    printReport({.bench = "prefilter",
                 .what = fmt::format("{} cubemaps, {}, mips 1 to 6 by Unity's law", options.what.cubemapCount,
                                     formatName(options.what.format)),
                 .rowTitle = "case",
                 .runs = options.runs,
                 .settings = {{"texels", formatName(options.what.format)},
                              {"probes", options.what.cubemapCount},
                              {"threads", info.threadCount}},
                 .parts = {part}},
                options.json);
    return Exit::Success;
}

constexpr const char* kBenchPrefilterManual =
    R"(Times the prefiltering of many cubemaps in one call, from texels in the host's memory to mips there: the first call,
which works out the tables of weights, and then the median of the runs per cubemap, in wall-clock time and by the device's
own clock. Mip 0, which is a copy, is left out.

  probenorm bench prefilter --device vulkan
  probenorm bench prefilter --device cpu --size 128 --probes 8)";

} // namespace

const Command kBenchPrefilterCommand{
    .name = "prefilter",
    .summary = "Time the mips for rough surfaces of many cubemaps",
    .manual = kBenchPrefilterManual,
    .add = addCommand<BenchPrefilterOptions, run>,
};

} // namespace pn::cli
