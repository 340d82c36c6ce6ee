#include "bench/bench_options.h"
#include "commands/command.h"
#include "run/device.h"
#include "run/input.h"

#include "image/texels/cube_face.h"
#include "image/texels/half_rows.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <algorithm>
#include <random>
#include <span>

namespace pn::cli {
namespace {

constexpr std::uint32_t kMostProbes = 100000;

struct BenchLightsOptions : BenchOptions
{
    std::uint32_t faceSize = 128;
    std::uint32_t probes = 1000;
    std::uint32_t suns = 1;

    void addTo(CLI::App& app)
    {
        addUint(app, "--size", faceSize, 1, PN_MAX_FACE_SIZE, "Face size (128)");
        addUint(app, "--probes", probes, 1, kMostProbes, "Probes of one call (1000)");
        addUint(app, "--suns", suns, 0, PN_MAX_LIGHTS, "Suns in each probe's sky (1)");
        BenchOptions::addTo(app);
    }
};

std::vector<glm::vec3> sunDirections(std::uint32_t count, std::mt19937& random)
{
    const auto next = [&] { return float(random()) * 0x1p-31f - 1.0f; };
    std::vector<glm::vec3> directions;
    while (directions.size() < count)
    {
        const glm::vec3 v(next(), next(), next());
        if (const float square = glm::dot(v, v); square > 0.01f && square <= 1.0f)
            directions.push_back(glm::normalize(v));
    }
    return directions;
}

// Half floats of a noisy sky with suns.
void renderSky(const BenchLightsOptions& options, std::uint32_t seed, std::span<std::byte> cubemap)
{
    constexpr float kSunCosine = 0.999848f; // of a radius of 1 degree
    constexpr float kSunRadiance = 5000.0f; // some times the irradiance of the sky
    const std::uint32_t size = options.faceSize;
    std::mt19937 random(seed);
    const std::vector<glm::vec3> suns = sunDirections(options.suns, random);
    for (std::uint32_t row = 0; row < kFaceCount * size; ++row)
    {
        std::vector<float> rgba;
        for (std::uint32_t x = 0; x < size; ++x)
        {
            const glm::vec3 d = glm::normalize(
                image::cubeDirection(row / size, image::middleOf(x, size), image::middleOf(row % size, size)));
            const float sky = (1.0f + 0.5f * d.y) * (0.75f + float(random() >> 8) * 0x1p-25f);
            const bool isSun = std::any_of(suns.begin(), suns.end(),
                                           [&](const glm::vec3& sun) { return glm::dot(sun, d) >= kSunCosine; });
            const glm::vec3 rgb =
                isSun ? kSunRadiance * glm::vec3(1.0f, 0.9f, 0.7f) : sky * glm::vec3(1.0f, 1.0f, 1.2f);
            rgba.insert(rgba.end(), {rgb.r, rgb.g, rgb.b, 1.0f});
        }
        image::floatsToHalves(rgba.data(), rgba.size(), cubemap.data() + 2 * rgba.size() * row);
    }
}

// Cubemaps of some different skies, one after the other in memory; the others are copies of them.
std::vector<std::byte> makeSkies(const BenchLightsOptions& options)
{
    constexpr std::uint32_t kDifferent = 8;
    const std::size_t bytes = kFaceCount * options.faceSize * options.faceSize * image::texelBytes(PN_FORMAT_RGBA16F);
    std::vector<std::byte> skies(bytes * options.probes);
    for (std::uint32_t i = 0; i < options.probes; ++i)
    {
        const std::span<std::byte> sky = std::span(skies).subspan(bytes * i, bytes);
        if (i < kDifferent)
            renderSky(options, i, sky);
        else
            std::copy_n(skies.data() + bytes * (i % kDifferent), bytes, sky.data());
    }
    return skies;
}

BenchRow rowOfLights(const char* step, const bench::Spread& seconds, double projection)
{
    const double projections = seconds.median / projection;
    return {.name = step,
            .cells = {{"ms", fmt::format("{:.3f}", seconds.median * 1e3)},
                      {"projections", fmt::format("{:.2f}", projections)}},
            .json = {{"step", step}, {"seconds", spreadJson(seconds)}, {"projections", projections}}};
}

BenchReport measure(const BenchLightsOptions& options, Console& console)
{
    probenorm::Context context = openContext(options.device, console);
    const PnContextInfo info = context.info();
    const std::vector<std::byte> skies = makeSkies(options);
    const std::size_t bytes = skies.size() / options.probes;
    std::vector<PnEnvironmentView> cubemaps;
    for (std::uint32_t i = 0; i < options.probes; ++i)
        cubemaps.push_back(
            probenorm::cubemapView(options.faceSize, PN_FORMAT_RGBA16F, std::span(skies).subspan(bytes * i, bytes)));
    std::vector<PnLightItem> items(cubemaps.size(), probenorm::sized<PnLightItem>());
    for (std::size_t i = 0; i < items.size(); ++i)
        items[i].environment = &cubemaps[i];
    std::vector<PnSh> shs(cubemaps.size());
    std::vector<PnLights> lights(cubemaps.size());

    const auto begin = options.onBegin(console);
    begin("projection");
    const bench::Spread projection =
        bench::timeRuns(options.runs, [&] { context.project(cubemaps, probenorm::sized<PnProjectOptions>(), shs); });
    begin("lights");
    const bench::Spread extraction = bench::timeRuns(options.runs, [&] { context.extractLights(items, lights, shs); });
    std::uint64_t found = 0;
    for (const PnLights& each : lights)
        found += each.count;
    return {.bench = "lights",
            .what = fmt::format("{} probes of {}^2, rgba16f, {} suns each: {} lights found", options.probes,
                                options.faceSize, options.suns, found),
            .rowTitle = "step",
            .runs = options.runs,
            .settings = {{"faceSize", options.faceSize},
                         {"probes", options.probes},
                         {"suns", options.suns},
                         {"threads", info.threadCount},
                         {"lights", found}},
            .device = fmt::format("{}, {} threads", info.name, info.threadCount),
            .rows = {rowOfLights("projection", projection, projection.median),
                     rowOfLights("lights", extraction, projection.median)}};
}

Exit run(BenchLightsOptions& options, Console& console)
{
    printReport(measureWithStatus(console, [&] { return measure(options, console); }), options.json);
    return Exit::Success;
}

} // namespace

const Command kBenchLightsCommand{
    .name = "lights",
    .summary = "Time the extraction of lights beside the projection",
    .manual =
        R"(Times the extraction of lights from many probes in one call, beside the projection of the same probes: from texels
in the host's memory to results there, in wall-clock time. "projections" is a time over the projection's. A figure is
the median of the runs.

  probenorm bench lights --device vulkan
  probenorm bench lights --device cpu --size 64 --probes 4000 --suns 2)",
    .add = addCommand<BenchLightsOptions, run>,
};

} // namespace pn::cli
