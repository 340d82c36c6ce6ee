#include "bench/bench_options.h"
#include "commands/command.h"
#include "run/device.h"

#include <fmt/format.h>

namespace pn::cli {
namespace {

struct BenchEncodeOptions : BenchOptions
{
    std::uint32_t size = 512;

    void addTo(CLI::App& app)
    {
        BenchOptions::addTo(app);
        addUint(app, "--size", size, 4, PN_MAX_FACE_SIZE, "Texels of the picture's edge, a multiple of four (512)");
    }
};

Exit run(BenchEncodeOptions& options, Console& console)
{
    if (options.size % 4 != 0)
        throw Failure(Exit::CommandLine, fmt::format("--size must be a multiple of four, found {}", options.size));
    const probenorm::Context context = openContext(options.device, console);
    const PnContextInfo info = contextInfo(context.get());
    const auto onBegin = options.onBegin(console);
    BenchReport report{
        .bench = "encode", .rowTitle = "effort", .runs = options.runs, .device = "one thread of the CPU"};
    measureWithStatus(console, [&] {
        for (const char* effort : {"low", "middle", "high"})
        {
            onBegin(effort);
            const bench::EncodeCase what{.effort = std::uint32_t(report.rows.size()) + 1, .size = options.size};
            const bench::EncodeRow onCpu = bench::encodeBc6hOnCpu(what, 1),
                                   measured = info.backend == PN_BACKEND_CPU
                                                  ? bench::encodeBc6hOnCpu(what, options.runs)
                                                  : bench::encodeBc6hOnVulkan(info.deviceIndex, what, options.runs);
            const double speed = double(options.size) * options.size / measured.seconds.median;
            const bool isEqual = measured.blocks == onCpu.blocks;
            report.rows.push_back({.name = effort,
                                   .cells = {{"Mtexel/s", fmt::format("{:.1f}", speed / 1e6)},
                                             {"the CPU's blocks", isEqual ? "yes" : "no"}},
                                   .json = {{"texelsPerSecond", speed},
                                            {"isEqual", isEqual},
                                            {"seconds", spreadJson(measured.seconds)}}});
            if (!measured.device.empty())
                report.device = measured.device;
        }
        return true;
    });
    printReport(report, options.json);
    return Exit::Success;
}

} // namespace

const Command kBenchEncodeCommand{
    .name = "encode",
    .summary = "Time BC6H by effort",
    .manual =
        R"(Times blocks of BC6H of a made picture of half floats: by the device's clock, or by the processor's time of one
thread of the CPU. The last column says whether the blocks are those of the CPU.

  probenorm bench encode --device cpu
  probenorm bench encode --device vulkan --size 8192)",
    .add = addCommand<BenchEncodeOptions, run>,
};

} // namespace pn::cli
