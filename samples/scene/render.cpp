#include "render.h"

#include "kept.h"
#include "parallel.h"
#include "scene.h"

#include <algorithm>

namespace scene {
namespace {

// What random numbers are drawn for: a picture's or capture's own part of them.
constexpr std::uint64_t kFirstProbeImage = 1;
constexpr std::uint64_t kFirstViewImage = 100;
constexpr std::uint64_t kFirstLightProbeImage = 1000;

struct CaptureSettings
{
    int faceSize;
    unsigned samples;    // of each texel
    std::uint64_t image; // of its own for each capture: what its random numbers are drawn for
};

// Texels. The position must not be inside of something.
std::vector<vec3> capture(const PathTracer& tracer, vec3 position, const CaptureSettings& settings,
                          unsigned threadCount)
{
    Cubemap cubemap(settings.faceSize);
    parallelFor(static_cast<std::size_t>(6 * cubemap.size), threadCount, [&](std::size_t row) {
        const int face = static_cast<int>(row) / cubemap.size, y = static_cast<int>(row) % cubemap.size;
        for (int x = 0; x < cubemap.size; ++x)
        {
            const std::size_t index = cubemap.index(face, x, y);
            Random random = randomOf(kSeed, settings.image, index);
            vec3 sum(0.0f);
            for (unsigned i = 0; i < settings.samples; ++i)
            {
                const float dx = random.next(), dy = random.next(); // in this order: arguments have none
                const vec2 at(static_cast<float>(x) + dx, static_cast<float>(y) + dy);
                sum += tracer.radiance({position, cubemap.direction(face, at)}, random);
            }
            cubemap.texels[index] = sum / static_cast<float>(settings.samples);
        }
    });
    return std::move(cubemap.texels);
}

struct Site
{
    vec3 position;
    std::uint64_t image;
};

std::vector<Cubemap> captureAll(const PathTracer& tracer, const std::vector<Site>& sites, int faceSize,
                                unsigned samples, const std::string& name, const RenderSettings& settings)
{
    const auto texels = static_cast<std::size_t>(6 * faceSize * faceSize);
    const std::string full = name + "_" + std::to_string(faceSize) + "_" + std::to_string(samples);
    const std::vector<vec3> all = keptOr(settings.kept, full, sites.size() * texels, [&] {
        std::vector<vec3> traced;
        for (const auto& [position, image] : sites)
        {
            const std::vector<vec3> own = capture(tracer, position, {faceSize, samples, image}, settings.threadCount);
            traced.insert(traced.end(), own.begin(), own.end());
        }
        return traced;
    });
    std::vector<Cubemap> captures(sites.size(), Cubemap(faceSize));
    for (std::size_t i = 0; i < sites.size(); ++i)
        std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(i * texels), texels, captures[i].texels.begin());
    return captures;
}

// None for probes inside of something.
std::vector<std::optional<PnSh>> projectEach(const Projector& projector,
                                             const std::vector<std::optional<Cubemap>>& captures)
{
    std::vector<Cubemap> found;
    for (const std::optional<Cubemap>& capture : captures)
        if (capture)
            found.push_back(*capture);
    const std::vector<PnSh> projected = projector.project(found);
    std::vector<std::optional<PnSh>> light(captures.size());
    std::size_t next = 0;
    for (std::size_t i = 0; i < captures.size(); ++i)
        if (captures[i])
            light[i] = projected[next++];
    return light;
}

std::vector<Cubemap> captureProbes(const Scene& scene, const PathTracer& tracer, const RenderSettings& settings)
{
    std::vector<Site> sites;
    for (const ProbeSite& probe : scene.probes)
        sites.push_back({probe.position, kFirstProbeImage + sites.size()});
    return captureAll(tracer, sites, settings.probeSize, settings.probePaths, scene.name + "_probes", settings);
}

std::vector<std::optional<Cubemap>> captureLightProbes(const Scene& scene, const PathTracer& tracer,
                                                       const RenderSettings& settings)
{
    const std::vector<vec3> positions = lightProbePositions(scene.volumes);
    std::vector<Site> sites;
    for (std::size_t i = 0; i < positions.size(); ++i)
        if (!scene.world.isSolid(positions[i]))
            sites.push_back({positions[i], kFirstLightProbeImage + i});
    const std::vector<Cubemap> found = captureAll(tracer, sites, settings.lightProbeSize, settings.lightProbePaths,
                                                  scene.name + "_light_probes", settings);
    std::vector<std::optional<Cubemap>> captures(positions.size());
    for (std::size_t i = 0; i < sites.size(); ++i)
        captures[sites[i].image - kFirstLightProbeImage] = found[i];
    return captures;
}

} // namespace

Captures captureScene(const Scene& scene, const PathTracer& tracer, const RenderSettings& settings,
                      const Progress& progress)
{
    Captures captures;
    progress(scene.name + ": reflection probes");
    captures.probes = captureProbes(scene, tracer, settings);
    progress(scene.name + ": light probes");
    captures.lightProbes = captureLightProbes(scene, tracer, settings);
    return captures;
}

std::vector<View> renderViews(const Scene& scene, const PathTracer& tracer, const Captures& captures,
                              const RenderSettings& settings, const Progress& progress)
{
    const Projector projector;
    const ReflectanceTable table;
    std::vector<ReflectionProbe> probes;
    for (const Cubemap& cubemap : captures.probes)
        probes.emplace_back(projector.prefilter(cubemap));
    std::vector<LastMips> lastMips;
    for (const Cubemap& cubemap : captures.probes)
        lastMips.push_back(projector.lastMips(cubemap, settings.threadCount));
    const std::vector<PnSh> probeLights = projector.project(captures.probes);
    const LightField field(scene.volumes, projectEach(projector, captures.lightProbes));
    std::vector<View> views;
    for (const Camera& camera : scene.cameras)
    {
        progress(scene.name + ": " + camera.title);
        views.push_back(renderView(tracer, scene, camera, {probes, probeLights, lastMips, table, field}, settings,
                                   kFirstViewImage + views.size()));
    }
    return views;
}

} // namespace scene
