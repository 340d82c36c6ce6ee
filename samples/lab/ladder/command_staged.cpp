// The command `staged`: the library's projection beside one that passes its parts through memory to rungs of the
// ladder.
#include "bench/bench.h"
#include "bench/bench_options.h"
#include "bench/device_setup.h"
#include "lab/algorithms/staged_projection.h"
#include "lab/ladder/commands.h"
#include "run/device.h"
#include "run/input.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace pn::cli {
namespace {

using bench::Measurement;
using bench::ProbeCase;
using namespace pn::vulkan;

std::vector<ProbeCase> standardCases()
{
    std::vector<ProbeCase> all;
    for (const std::uint32_t size : {64u, 128u, 256u, 1024u, 4096u})
        for (const PnFormat texels : {PN_FORMAT_RGBA16F, PN_FORMAT_RGBA32F})
            all.push_back({.format = texels, .faceSize = size, .probeCount = size >= 4096 ? 1u : 0u});
    return all;
}

std::string describe(const ProbeCase& what)
{
    return fmt::format("{} {}^2", formatName(what.format), what.faceSize);
}

// The largest difference of two coefficients, over the largest coefficient.
double difference(const PnSh& a, const PnSh& b)
{
    double largest = 0.0, most = 0.0;
    for (std::size_t i = 0; i < a.bands * a.bands; ++i)
        for (std::size_t c = 0; c < 3; ++c)
        {
            largest = std::max(largest, std::abs(double(b.rgb[i][c])));
            most = std::max(most, std::abs(double(a.rgb[i][c]) - double(b.rgb[i][c])));
        }
    return most / largest;
}

// The staged projections on a device, of the texels that the fused one was measured with.
class StagedBench
{
public:
    StagedBench(std::uint32_t deviceIndex, const std::vector<Measurement>& fused, std::uint32_t runs)
        : m_instance(std::make_shared<Instance>(false, Log{})),
          m_lab(m_instance, bench::findDevice(*m_instance, deviceIndex)), m_runs(runs), m_stopwatch(m_lab.device()),
          m_texels(m_lab.device(), mostBytes(fused) + bench::kRangeSlack, MemoryKind::Device)
    {
    }

    BenchRow measure(const Measurement& fused, const lab::Rung& rung)
    {
        Measurement row = fused;
        const ProbeCase& what = fused.what;
        row.probeCount = std::min(fused.probeCount, lab::StagedProjection::maxProbes(m_lab.device(), what.faceSize));
        row.speed.bytes = what.probeBytes() * row.probeCount;
        const std::string name = fmt::format("  staged, {}", rung.name);
        if (const std::string why = whyNot(row, rung); !why.empty())
            return {.name = name, .unsupported = why, .cells = {}, .json = {{"pipeline", rung.name}}};
        const double differs = time(row, rung, fused.first);
        BenchRow out = probeRow(row, name);
        out.cells.push_back({"differs by", fmt::format("{:.1e}", differs)});
        out.json.update({{"pipeline", rung.name}, {"relativeDifference", differs}});
        return out;
    }

private:
    static std::uint64_t mostBytes(const std::vector<Measurement>& rows)
    {
        std::uint64_t most = 0;
        for (const Measurement& row : rows)
            most = std::max(most, row.speed.bytes);
        return most;
    }

    // Returns how far the first probe's coefficients are from the fused ones.
    double time(Measurement& row, const lab::Rung& rung, const PnSh& fused)
    {
        bench::fillBuffer(m_lab.device(), m_stopwatch, m_texels, row.what.format);
        lab::StagedProjection staged(m_lab, rung, row.what.format, row.what.faceSize, row.probeCount);
        staged.bind({m_texels.handle(), 0, row.speed.bytes});
        m_stopwatch.run([&](VkCommandBuffer commands) {
            staged.recordClear(commands);
            staged.recordProject(commands);
            staged.recordReadback(commands);
        });
        const double differs = difference(staged.results().front(), fused);
        row.speed.seconds = m_stopwatch.time(m_runs, [&](VkCommandBuffer commands) { staged.recordProject(commands); });
        return differs;
    }

    std::string whyNot(const Measurement& row, const lab::Rung& rung) const
    {
        if (!lab::StagedProjection::isSupported(row.what.format))
            return "the staged pipeline has RGBA16F or RGBA32F texels";
        if (row.probeCount == 0)
            return fmt::format("one probe's stages pass on {} MiB",
                               lab::StagedProjection::stagedBytes(row.what.faceSize) >> 20);
        return m_lab.whyUnsupported(rung, lab::StagedProjection::kGroupSize);
    }

    std::shared_ptr<Instance> m_instance;
    lab::LabDevice m_lab;
    std::uint32_t m_runs;
    bench::Stopwatch m_stopwatch;
    Buffer m_texels;
};

BenchPart measure(const ProbeOptions& options, std::uint32_t deviceIndex, Console& console)
{
    const bench::Report fused =
        bench::projectOnVulkan(deviceIndex, options.casesOr(standardCases()), options.settings(console, describe));
    BenchPart part{.device = fused.device, .driver = fused.driver, .rows = {}, .key = ""};
    StagedBench staged(deviceIndex, fused.rows, options.runs);
    for (const Measurement& row : fused.rows)
    {
        part.rows.push_back(probeRow(row, describe(row.what)));
        part.rows.back().json["pipeline"] = "fused";
        for (const char* rung : {"first_add", "subgroup_add"})
            part.rows.push_back(staged.measure(row, *lab::findRung(lab::Algorithm::Reduce, rung)));
    }
    return part;
}

Exit run(ProbeOptions& options, Console& console)
{
    options.messages.applyTo(console);
    const PnContextInfo info = contextInfo(openContext(options.device, console).get());
    if (info.backend != PN_BACKEND_VULKAN)
        throw Failure(Exit::CommandLine,
                      fmt::format("--device must name a Vulkan device here, found {}", options.device.device));
    const BenchPart part = measureWithStatus(console, [&] { return measure(options, info.deviceIndex, console); });
    printReport(
        {.bench = "staged", .what = "", .rowTitle = "case", .limit = "read", .runs = options.runs, .parts = {part}},
        options.json);
    return Exit::Success;
}

std::function<Exit()> add(CLI::App& app, Console& console)
{
    const auto options = std::make_shared<ProbeOptions>();
    options->addTo(app, "Texels to measure over (3G on a GPU, 64M on a software device)");
    return [options, &console] { return run(*options, console); };
}

} // namespace

const Command kStagedCommand{
    .name = "staged",
    .summary = "Time the library's projection beside one in stages",
    .manual =
        R"(Times the projection of cubemaps that lie in the device's memory, and below it what its kernel saves: each texel's part
of each coefficient is written to memory, and two rungs of the reduction ladder add these up. "differs" is from the
fused result, over its largest coefficient.

  probenorm_lab staged --device vulkan:0
  probenorm_lab staged --device vulkan:0 --size 256 --texels rgba16f)",
    .add = add,
};

} // namespace pn::cli
