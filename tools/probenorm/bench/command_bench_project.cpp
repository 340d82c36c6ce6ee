#include "bench/bench_options.h"
#include "commands/command.h"
#include "run/device.h"
#include "run/input.h"

#include <fmt/format.h>

namespace pn::cli {
namespace {

using bench::ProbeCase;

struct BenchProjectOptions : ProbeOptions
{
    bool fromHost = false;

    void addTo(CLI::App& app)
    {
        ProbeOptions::addTo(app, "Texels to measure over (3G on a GPU, 64M on a software device, 512M on the CPU)");
        addUint(app, "--bands", described.bands, 1, PN_MAX_BANDS, "Bands, with --size (3)");
        addWord(app, "--from", {"device", "host"}, "Where the texels lie at first (device)",
                [this](std::size_t index) { fromHost = index == 1; });
    }
};

// docs/performance.md shows some of these.
std::vector<ProbeCase> projectCases()
{
    std::vector<ProbeCase> all;
    for (const std::uint32_t size : {64u, 128u, 256u, 1024u, 4096u})
        for (const PnFormat texels : {PN_FORMAT_RGBA16F, PN_FORMAT_RGBA32F})
            all.push_back({.format = texels, .faceSize = size, .probeCount = size >= 4096 ? 1u : 0u});
    for (const std::uint32_t bands : {4u, 5u})
        for (const PnFormat texels : {PN_FORMAT_RGBA16F, PN_FORMAT_RGBA32F})
            all.push_back({.format = texels, .bands = bands});
    for (const PnFormat texels : {PN_FORMAT_RGB32F, PN_FORMAT_RGB9E5, PN_FORMAT_R11G11B10F, PN_FORMAT_RGBA8})
        all.push_back({.format = texels});
    return all;
}

std::string nameOf(const ProbeCase& what)
{
    return fmt::format("{} {}^2, {} bands", formatName(what.format), what.faceSize, what.bands);
}

bench::Report measure(const BenchProjectOptions& options, const PnContextInfo& info, const bench::Settings& settings)
{
    const std::vector<ProbeCase> cases = options.casesOr(projectCases());
    if (info.backend == PN_BACKEND_CPU)
        return bench::projectOnCpu(options.device.threads, cases, settings);
    if (!options.fromHost)
        return bench::projectOnVulkan(info.deviceIndex, cases, settings);
    auto desc = probenorm::sized<PnContextDesc>();
    desc.backend = info.backend;
    desc.deviceIndex = info.deviceIndex;
    desc.threadCount = options.device.threads;
    return bench::projectFromHost(desc, cases, settings);
}

Exit run(BenchProjectOptions& options, Console& console)
{
    const PnContextInfo info = contextInfo(openContext(options.device, console).get());
    const bench::Settings settings = options.settings(console, nameOf);
    const bench::Report report = measureWithStatus(console, [&] { return measure(options, info, settings); });
    options.print({.bench = "project", .limit = options.fromHost ? "upload" : "read"}, report, nameOf,
                  [](const ProbeCase& what) -> Json {
                      return {{"bands", what.bands}};
                  });
    return Exit::Success;
}

} // namespace

const Command kBenchProjectCommand{
    .name = "project",
    .summary = "Time the projection beside the fastest plain read",
    .manual =
        R"(Times the projection of texels that lie in the device's memory (on the CPU: in memory, colder than any cache), and
in the same run the fastest plain read of as many bytes: share is the one's speed over the other's. The clock is
the device's own; a figure is the median of the runs. --from host starts from the host's memory, by the clock on the
wall, and compares with plain copies to the device.

  probenorm bench project --device vulkan
  probenorm bench project --device vulkan --from host
  probenorm bench project --device cpu --threads 1 --size 256 --texels rgba32f)",
    .add = addCommand<BenchProjectOptions, run>,
};

} // namespace pn::cli
