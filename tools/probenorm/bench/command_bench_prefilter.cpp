#include "bench/bench_options.h"
#include "bench/random_words.h"
#include "commands/command.h"
#include "run/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <span>

namespace pn::cli {
namespace {

constexpr PnFormat kFormat = PN_FORMAT_RGBA16F;

struct BenchPrefilterOptions : BenchOptions
{
    std::uint32_t size = 0;
    std::uint32_t cubemaps = 64; // of one call

    void addTo(CLI::App& app)
    {
        addUint(app, "--size", size, 2, 1024, "Face size (128 and 256)");
        addUint(app, "--probes", cubemaps, 1, 10000, "Cubemaps of one call (64)");
        BenchOptions::addTo(app);
    }
};

// A cubemap of random texels, which is prefiltered as often as asked for in one call, and room for the mips that have a
// lobe: seven by Unity's mapping, but for the first.
class PrefilterCall
{
public:
    PrefilterCall(std::uint32_t faceSize, PnEffort effort, std::uint32_t count) : m_texels(texelBytes(faceSize))
    {
        m_prefilter.effort = effort;
        m_prefilter.baseSize = faceSize / 2;
        m_prefilter.mipCount = std::min(6u, std::uint32_t(std::bit_width(faceSize)) - 1);
        m_roughness = probenorm::mipRoughness(PN_ROUGHNESS_MAPPING_UNITY, m_prefilter.mipCount + 1, faceSize);
        m_prefilter.roughness = m_roughness.data() + 1;
        bench::fillRandom(m_texels, kFormat);
        m_source = probenorm::cubemapView(faceSize, kFormat, m_texels);
        m_mips.resize(std::size_t{count} * m_prefilter.mipCount);
        for (std::size_t i = 0; i < m_mips.size(); ++i)
        {
            m_mips[i].resize(texelBytes(m_prefilter.baseSize >> i % m_prefilter.mipCount));
            m_targets.push_back(probenorm::cubemapTarget(kFormat, m_mips[i]));
        }
        m_items.assign(count, probenorm::sized<PnPrefilterItem>());
        m_infos.resize(count);
        for (std::size_t i = 0; i < count; ++i)
        {
            m_items[i].cubemap = &m_source;
            m_items[i].targets = &m_targets[i * m_prefilter.mipCount];
        }
    }

    const PnPrefilter& settings() const { return m_prefilter; }

    // Of the first count cubemaps.
    const PnPrefilterInfo& run(probenorm::Context& context, std::size_t count)
    {
        context.prefilter(std::span(m_items).first(count), m_prefilter, probenorm::sized<PnProjectOptions>(),
                          std::span(m_infos).first(count));
        return m_infos.front();
    }

private:
    static std::size_t texelBytes(std::size_t faceSize)
    {
        return 6 * faceSize * faceSize * probenorm::formatBytes(kFormat);
    }

    PnPrefilter m_prefilter = probenorm::sized<PnPrefilter>();
    std::vector<float> m_roughness;
    std::vector<std::byte> m_texels;
    PnEnvironmentView m_source{};
    std::vector<std::vector<std::byte>> m_mips;
    std::vector<PnCubemapTarget> m_targets;
    std::vector<PnPrefilterItem> m_items;
    std::vector<PnPrefilterInfo> m_infos;
};

BenchRow measure(probenorm::Context& context, const BenchPrefilterOptions& options, std::uint32_t size, PnEffort effort)
{
    PrefilterCall call(size, effort, options.cubemaps);
    const double first = bench::wallSeconds([&] { call.run(context, 1); });
    call.run(context, options.cubemaps); // kernels and memory for many
    std::vector<double> all, onDevice;   // seconds per cubemap
    for (std::uint32_t run = 0; run < options.runs; ++run)
    {
        const PnPrefilterInfo& info = call.run(context, options.cubemaps);
        all.push_back(1e-9 * double(info.callNanoseconds) / options.cubemaps);
        onDevice.push_back(1e-9 * double(info.gpuNanoseconds) / options.cubemaps);
    }
    const bench::Spread perCubemap = bench::spread(all), ofDevice = bench::spread(onDevice);
    const PnContextInfo info = context.info();
    const bench::Spread inFrame = info.backend == PN_BACKEND_CPU
                                      ? bench::Spread{}
                                      : bench::prefilterInFrame(info.deviceIndex, size, call.settings(), options.runs);
    const std::string word = effort == PN_EFFORT_BAKED ? "baked" : "realtime";
    const auto us = [](double seconds) { return seconds > 0 ? fmt::format("{:.1f}", 1e6 * seconds) : "-"; };
    return {.name = fmt::format("{}^2, {}", size, word),
            .cells = {{"first cubemap ms", fmt::format("{:.1f}", 1e3 * first)},
                      {"us per cubemap", us(perCubemap.median)},
                      {"of the device", us(ofDevice.median)},
                      {"one in a frame", us(inFrame.median)}},
            .json = {{"faceSize", size},
                     {"effort", word},
                     {"firstSeconds", first},
                     {"seconds", spreadJson(perCubemap)},
                     {"deviceSeconds", spreadJson(ofDevice)},
                     {"frameSeconds", spreadJson(inFrame)}}};
}

Exit run(BenchPrefilterOptions& options, Console& console)
{
    options.device.noCache = options.device.cache.empty(); // else the first cubemap's table may be there
    probenorm::Context context = openContext(options.device, console);
    const PnContextInfo info = context.info();
    const auto begin = options.onBegin(console);
    std::vector<BenchRow> rows;
    for (const std::uint32_t size : options.size != 0 ? std::vector{options.size} : std::vector{128u, 256u})
        for (const PnEffort effort : {PN_EFFORT_BAKED, PN_EFFORT_REALTIME})
        {
            begin(fmt::format("{}^2", size));
            rows.push_back(measureWithStatus(console, [&] { return measure(context, options, size, effort); }));
        }
    printReport({.bench = "prefilter",
                 .what = fmt::format("{} cubemaps, rgba16f, mips 1 to 6 by Unity's mapping", options.cubemaps),
                 .rowTitle = "case",
                 .runs = options.runs,
                 .settings = {{"probes", options.cubemaps}, {"threads", info.threadCount}},
                 .device = info.name,
                 .rows = rows},
                options.json);
    return Exit::Success;
}

} // namespace

const Command kBenchPrefilterCommand{
    .name = "prefilter",
    .summary = "Time the mips for rough surfaces of many cubemaps",
    .manual =
        R"(Times prefiltering, from texels in the host's memory to mips there: a first cubemap, for which the tables of weights are
worked out, and then many cubemaps in one call: the median of the runs per cubemap, in wall-clock time and by the device's
own clock. "One in a frame" is one cubemap by the device's clock, from an image to an image, as an engine's frame records
it. Mip 0, which is a copy, is left out.

  probenorm bench prefilter --device vulkan
  probenorm bench prefilter --device cpu --size 128 --probes 8)",
    .add = addCommand<BenchPrefilterOptions, run>,
};

} // namespace pn::cli
