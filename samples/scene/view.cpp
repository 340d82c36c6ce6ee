#include "view.h"

#include "kept.h"
#include "parallel.h"
#include "reflection.h"

#include <glm/geometric.hpp>

#include <algorithm>

namespace scene {
namespace {

constexpr std::uint64_t kLightmapImages = 400; // random numbers of views' lightmaps: from the view's own on
constexpr std::size_t kLights = 3;             // of a pixel
constexpr std::size_t kLightmapParts = 5;

class Lens
{
public:
    Lens(const Camera& camera, int width, int height) : m_origin(camera.position)
    {
        m_forward = glm::normalize(camera.target - camera.position);
        const float pixel = camera.height / static_cast<float>(height);
        m_right = glm::normalize(glm::cross(m_forward, vec3(0.0f, 1.0f, 0.0f))) * pixel;
        m_down = glm::normalize(glm::cross(m_forward, m_right)) * pixel;
        m_corner =
            m_forward - m_right * (0.5f * static_cast<float>(width)) - m_down * (0.5f * static_cast<float>(height));
    }

    Ray through(float x, float y) const { return {m_origin, glm::normalize(m_corner + x * m_right + y * m_down)}; }

private:
    vec3 m_origin, m_forward, m_right, m_down, m_corner;
};

// A view's pixels.
class Frame
{
public:
    Frame(const Camera& camera, const RenderSettings& settings)
        : m_settings(settings), m_lens(camera, width(), height())
    {
    }

    int width() const { return m_settings.width; }
    int height() const { return m_settings.width * 9 / 16; }
    std::size_t count() const { return static_cast<std::size_t>(width()) * static_cast<std::size_t>(height()); }

    Ray rayOf(std::size_t pixel) const
    {
        const auto columns = static_cast<std::size_t>(width());
        return m_lens.through(static_cast<float>(pixel % columns) + 0.5f, static_cast<float>(pixel / columns) + 0.5f);
    }

    template <typename Visit>
    void forEachPixel(const Visit& visit) const
    {
        const auto columns = static_cast<std::size_t>(width());
        parallelFor(static_cast<std::size_t>(height()), m_settings.threadCount, [&](std::size_t row) {
            for (std::size_t i = row * columns; i < (row + 1) * columns; ++i)
                visit(i);
        });
    }

    // Each lights of each pixel, which trace(ray, random) returns. image: what random numbers are drawn for.
    template <std::size_t Each, typename Trace>
    std::vector<vec3> keptOrTraced(const std::string& name, std::uint64_t image, const Trace& trace) const
    {
        return keptOr(m_settings.kept, name, Each * count(), [&] {
            std::vector<vec3> lights(Each * count());
            forEachPixel([&](std::size_t i) {
                Random random = randomOf(kSeed, image, i);
                const std::array<vec3, Each> found = trace(rayOf(i), random);
                std::copy(found.begin(), found.end(), lights.begin() + static_cast<std::ptrdiff_t>(Each * i));
            });
            return lights;
        });
    }

private:
    const RenderSettings& m_settings;
    Lens m_lens;
};

class Renderer
{
public:
    Renderer(const PathTracer& tracer, const Scene& scene, const SceneLight& light, const RenderSettings& settings)
        : m_tracer(tracer), m_scene(scene), m_light(light), m_paths(scene.effort * settings.paths),
          m_mirrorEffort(settings.mirrorEffort)
    {
    }

    // Emitted and diffuse light, and the specular part twice.
    using Light = std::array<vec3, kLights>;

    Light lightAlong(const Ray& ray, Random& random) const
    {
        const std::optional<Hit> hit = m_tracer.intersect(ray);
        if (!hit)
            return {m_tracer.background(ray.direction)};
        const unsigned half = (m_paths + 1) / 2;
        Light light{hit->material->emission + mean(*hit, ray, Lobes::Diffuse, half, random)};
        if (hit->material->isSpecular())
            for (const std::size_t i : {1, 2})
                light[i] = mean(*hit, ray, Lobes::Specular, half * effortFor(*hit), random);
        return light;
    }

    // Without a specular layer: nothing, since no formula asks.
    LightmapTexel lightmapAlong(const Ray& ray, Random& random) const
    {
        const std::optional<Hit> hit = m_tracer.intersect(ray);
        if (!hit || !hit->material->isSpecular())
            return {};
        return traceLightmap(m_tracer, *hit, (m_paths + 1) / 2, random);
    }

    // Everything else.
    Sample sampleAlong(const Ray& ray) const
    {
        Sample sample{};
        sample.material = sample.roughness = kNothing;
        const std::optional<Hit> hit = m_tracer.intersect(ray);
        if (!hit)
            return sample;
        sample.material = numberOf(*hit);
        sample.effort = static_cast<float>(effortFor(*hit));
        sample.position = hit->position;
        sample.normal = hit->normal;
        if (hit->material->isSpecular())
            addSpecular(sample, *hit, ray);
        return sample;
    }

private:
    // Shapes are told apart by where their material is kept.
    float numberOf(const Hit& hit) const
    {
        const World& world = m_scene.world;
        std::size_t number = 0;
        for (const Box& box : world.boxes)
            if (++number; &box.material == hit.material)
                return static_cast<float>(number);
        for (const Sphere& sphere : world.spheres)
            if (++number; &sphere.material == hit.material)
                return static_cast<float>(number);
        return 0.0f; // lamps
    }

    unsigned effortFor(const Hit& hit) const
    {
        return hit.material->albedo == vec3(0.0f) && hit.material->roughness < kSmoothest ? m_mirrorEffort : 1;
    }

    vec3 mean(const Hit& hit, const Ray& ray, Lobes lobes, unsigned paths, Random& random) const
    {
        vec3 sum(0.0f);
        for (unsigned i = 0; i < paths; ++i)
            sum += m_tracer.reflected(hit, ray, lobes, random);
        return sum / static_cast<float>(paths);
    }

    void addSpecular(Sample& sample, const Hit& hit, const Ray& ray) const
    {
        const float cosine = -glm::dot(hit.normal, ray.direction);
        sample.roughness = hit.material->roughness;
        sample.reflection = glm::normalize(ray.direction + 2.0f * cosine * hit.normal);
        sample.reflectance = m_light.table.lookUp(hit.material->f0, sample.roughness, cosine);
        const PnSh local = m_light.field.at(hit.position);
        for (std::size_t i = 0; i < kCoefficients; ++i)
            sample.local[i] = vec3(local.rgb[i][0], local.rgb[i][1], local.rgb[i][2]);
        const std::vector<float> weights = siteWeights(m_scene.probes, hit.position);
        for (std::size_t i = 0; i < weights.size(); ++i)
        {
            const vec3 lookup = siteLookup(m_scene.probes[i], hit.position, sample.reflection);
            sample.sites[i] = {weights[i], m_light.probes[i].sample(lookup, sample.roughness), lookup};
        }
    }

    const PathTracer& m_tracer;
    const Scene& m_scene;
    const SceneLight& m_light;
    unsigned m_paths, m_mirrorEffort;
};

// All that a view's light depends on, but for the scene's file.
std::string nameOf(const Scene& scene, const Camera& camera, const RenderSettings& settings)
{
    return scene.name + "_" + camera.name + "_" + std::to_string(settings.width) + "_" +
           std::to_string(scene.effort * settings.paths);
}

std::array<vec3, kLightmapParts> partsOf(const LightmapTexel& texel)
{
    return {texel.alongNormal, texel.bands[0], texel.bands[1], texel.bands[2], texel.bands[3]};
}

LightmapTexel texelOf(const vec3* parts)
{
    return {parts[0], {parts[1], parts[2], parts[3], parts[4]}};
}

} // namespace

Image baseOf(const View& view)
{
    Image image;
    for (const Sample& sample : view.samples)
        image.push_back(sample.base);
    return image;
}

Image truthOf(const View& view)
{
    Image image;
    for (const Sample& sample : view.samples)
        image.push_back(0.5f * (sample.truth[0] + sample.truth[1]));
    return image;
}

View renderView(const PathTracer& tracer, const Scene& scene, const Camera& camera, const SceneLight& light,
                const RenderSettings& settings, std::uint64_t image)
{
    const Frame frame(camera, settings);
    const Renderer renderer(tracer, scene, light, settings);
    View view{scene.name,     scene.use == Use::Fit, camera.name,    frame.width(),
              frame.height(), light.probeLights,     light.lastMips, {}};
    const std::string name = nameOf(scene, camera, settings);
    const std::vector<vec3> lights = frame.keptOrTraced<kLights>(
        settings.mirrorEffort > 1 ? name + "_" + std::to_string(settings.mirrorEffort) : name, image,
        [&](const Ray& ray, Random& random) { return renderer.lightAlong(ray, random); });
    const std::vector<vec3> lightmap = frame.keptOrTraced<kLightmapParts>(
        name + "_lightmap", image + kLightmapImages,
        [&](const Ray& ray, Random& random) { return partsOf(renderer.lightmapAlong(ray, random)); });
    view.samples.resize(frame.count());
    frame.forEachPixel([&](std::size_t i) {
        Sample& sample = view.samples[i] = renderer.sampleAlong(frame.rayOf(i));
        sample.base = lights[kLights * i];
        sample.truth = {lights[kLights * i + 1], lights[kLights * i + 2]};
        sample.lightmap = texelOf(&lightmap[kLightmapParts * i]);
    });
    return view;
}

} // namespace scene
