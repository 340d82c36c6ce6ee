#include "render.h"

#include "parallel.h"
#include "scene.h"

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

// The position must not be inside of something.
Cubemap capture(const PathTracer& tracer, vec3 position, const CaptureSettings& settings, unsigned threadCount)
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
    return cubemap;
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

} // namespace

std::vector<Cubemap> captureProbes(const Scene& scene, const PathTracer& tracer, const RenderSettings& settings)
{
    std::vector<Cubemap> captures;
    for (const ProbeSite& site : scene.probes)
        captures.push_back(capture(tracer, site.position,
                                   {settings.probeSize, settings.probePaths, kFirstProbeImage + captures.size()},
                                   settings.threadCount));
    return captures;
}

std::vector<std::optional<Cubemap>> captureLightProbes(const Scene& scene, const PathTracer& tracer,
                                                       const RenderSettings& settings)
{
    const std::vector<vec3> positions = lightProbePositions(scene.volumes);
    std::vector<std::optional<Cubemap>> captures(positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i)
        if (!scene.world.isSolid(positions[i]))
            captures[i] = capture(tracer, positions[i],
                                  {settings.lightProbeSize, settings.lightProbePaths, kFirstLightProbeImage + i},
                                  settings.threadCount);
    return captures;
}

std::vector<View> renderScene(const Scene& scene, const RenderSettings& settings, const Progress& progress)
{
    const PathTracer tracer(scene.world);
    const Projector projector;
    const ReflectanceTable table;
    progress(scene.name + ": reflection probes");
    const std::vector<Cubemap> captures = captureProbes(scene, tracer, settings);
    std::vector<ReflectionProbe> probes;
    for (const Cubemap& cubemap : captures)
        probes.emplace_back(projector.prefilter(cubemap));
    const std::vector<PnSh> probeLights = projector.project(captures);
    progress(scene.name + ": light probes");
    const LightField field(scene.volumes, projectEach(projector, captureLightProbes(scene, tracer, settings)));

    std::vector<View> views;
    for (const Camera& camera : scene.cameras)
    {
        progress(scene.name + ": " + camera.title);
        views.push_back(renderView(tracer, scene, camera, {probes, probeLights, table, field}, settings,
                                   kFirstViewImage + views.size()));
    }
    return views;
}

} // namespace scene
