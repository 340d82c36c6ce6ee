#include "render.h"

#include "capture.h"

namespace scene {
namespace {

// What random numbers are drawn for: a picture's or capture's own part of them.
constexpr std::uint64_t kFirstProbeImage = 1;
constexpr std::uint64_t kFirstViewImage = 100;
constexpr std::uint64_t kFirstLightProbeImage = 1000;

class SceneRenderer
{
public:
    SceneRenderer(const Scene& scene, const RenderSettings& settings, const Progress& progress)
        : m_scene(scene), m_settings(settings), m_progress(progress), m_tracer(scene.world),
          m_projector(settings.device)
    {
    }

    std::vector<View> run() const
    {
        m_progress(m_scene.name + ": reflection probes");
        const std::vector<Cubemap> captures = captureProbes();
        std::vector<ReflectionProbe> probes;
        for (const Cubemap& cubemap : captures)
            probes.emplace_back(cubemap, m_settings.threadCount);
        const std::vector<PnSh> probeLights = m_projector.project(captures);
        m_progress(m_scene.name + ": light probes");
        const LightField field(m_scene.volumes, captureLight());

        std::vector<View> views;
        for (const Camera& camera : m_scene.cameras)
        {
            m_progress(m_scene.name + ": " + camera.title);
            const int height = m_settings.width * 9 / 16;
            views.push_back(
                renderView(m_tracer, m_scene, camera, {probes, probeLights, m_table, field},
                           {m_settings.width, height, m_settings.subpixels, m_scene.effort * m_settings.paths,
                            kFirstViewImage + views.size(), m_settings.threadCount}));
        }
        return views;
    }

private:
    std::vector<Cubemap> captureProbes() const
    {
        std::vector<Cubemap> captures;
        for (const ProbeSite& site : m_scene.probes)
            captures.push_back(
                capture(m_tracer, site.position,
                        {m_settings.probeSize, m_settings.probePaths, kFirstProbeImage + captures.size()},
                        m_settings.threadCount));
        return captures;
    }

    // None for probes inside of something.
    std::vector<std::optional<PnSh>> captureLight() const
    {
        const std::vector<vec3> positions = lightProbePositions(m_scene.volumes);
        std::vector<Cubemap> captures;
        std::vector<std::size_t> indices;
        for (std::size_t i = 0; i < positions.size(); ++i)
        {
            if (m_scene.world.isSolid(positions[i]))
                continue;
            indices.push_back(i);
            captures.push_back(
                capture(m_tracer, positions[i],
                        {m_settings.lightProbeSize, m_settings.lightProbePaths, kFirstLightProbeImage + i},
                        m_settings.threadCount));
        }
        const std::vector<PnSh> projected = m_projector.project(captures);
        std::vector<std::optional<PnSh>> light(positions.size());
        for (std::size_t i = 0; i < indices.size(); ++i)
            light[indices[i]] = projected[i];
        return light;
    }

    const Scene& m_scene;
    const RenderSettings& m_settings;
    const Progress& m_progress;
    PathTracer m_tracer;
    Projector m_projector;
    ReflectanceTable m_table;
};

} // namespace

std::vector<View> renderScene(const Scene& scene, const RenderSettings& settings, const Progress& progress)
{
    return SceneRenderer(scene, settings, progress).run();
}

} // namespace scene
