#include "bench/bench_options.h"
#include "commands/command.h"
#include "run/device.h"
#include "run/input.h"

#include <fmt/format.h>

namespace pn::cli {
namespace {

using bench::ProbeCase;

struct BenchNormalizeOptions : ProbeOptions
{
    void addTo(CLI::App& app)
    {
        ProbeOptions::addTo(app, "Texels to read (1536M on a GPU, 32M on a software device, 256M on the CPU)");
        addWord(app, "--divide", {"luminance", "rgb"}, "Denominators, with --size (luminance)",
                [this](std::size_t index) { described.isRgb = index == 1; });
    }
};

// docs/performance.md shows some of these.
std::vector<ProbeCase> standardCases()
{
    std::vector<ProbeCase> all;
    for (const std::uint32_t size : {64u, 256u, 1024u})
        for (const PnFormat texels : {PN_FORMAT_RGBA16F, PN_FORMAT_RGBA32F})
            all.push_back({.format = texels, .faceSize = size});
    for (const PnFormat texels : {PN_FORMAT_RGBA16F, PN_FORMAT_RGBA32F})
        all.push_back({.format = texels, .isRgb = true});
    for (const PnFormat texels : {PN_FORMAT_RGB32F, PN_FORMAT_RGB9E5, PN_FORMAT_R11G11B10F, PN_FORMAT_RGBA8})
        all.push_back({.format = texels});
    return all;
}

const char* divideName(const ProbeCase& what)
{
    return what.isRgb ? "rgb" : "luminance";
}

std::string describe(const ProbeCase& what)
{
    return fmt::format("{} {}^2, {}", formatName(what.format), what.faceSize, divideName(what));
}

Exit run(BenchNormalizeOptions& options, Console& console)
{
    const probenorm::Context context = openContext(options.device, console);
    const PnContextInfo info = contextInfo(context.get());
    const bench::Settings settings = options.settings(console, describe);
    const std::vector<ProbeCase> cases = options.casesOr(standardCases());
    const bench::Report report = measureWithStatus(console, [&] {
        return info.backend == PN_BACKEND_CPU ? bench::normalizeOnCpu(options.device.threads, cases, settings)
                                              : bench::normalizeOnVulkan(info.deviceIndex, cases, settings);
    });
    options.print({.bench = "normalize", .limit = "copy"}, report, describe, [](const ProbeCase& what) -> Json {
        return {{"divide", divideName(what)}};
    });
    return Exit::Success;
}

} // namespace

const Command kBenchNormalizeCommand{
    .name = "normalize",
    .summary = "Time the division beside the fastest plain copy",
    .manual =
        R"(Times the division of texels that lie in the device's memory by their probe's light, and in the same run the fastest
plain copy of as many bytes by a kernel (on the CPU: memcpy): share is the one's speed over the other's. GB/s count
what is read and what is written. The clock is the device's own; a figure is the median of the runs.

  probenorm bench normalize --device vulkan
  probenorm bench normalize --device vulkan --size 512 --texels rgba32f --divide rgb)",
    .add = addCommand<BenchNormalizeOptions, run>,
};

} // namespace pn::cli
