#include "view.h"

#include "kept.h"
#include "parallel.h"
#include "reflection.h"

#include <glm/geometric.hpp>

#include <algorithm>

namespace scene {
namespace {

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

class Renderer
{
public:
    Renderer(const PathTracer& tracer, const Scene& scene, const SceneLight& light, const RenderSettings& settings)
        : m_tracer(tracer), m_scene(scene), m_light(light), m_paths(scene.effort * settings.paths),
          m_mirrorEffort(settings.mirrorEffort)
    {
    }

    // Emitted and diffuse light, and the specular part twice.
    using Light = std::array<vec3, 3>;

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
    const int columns = settings.width, rows = settings.width * 9 / 16;
    const Lens lens(camera, columns, rows);
    const Renderer renderer(tracer, scene, light, settings);
    View view{scene.name, scene.use == Use::Fit, camera.name, columns, rows, light.probeLights, light.lastMips, {}};
    const auto width = static_cast<std::size_t>(view.width), height = static_cast<std::size_t>(view.height);
    const auto rayOf = [&](std::size_t i) {
        return lens.through(static_cast<float>(i % width) + 0.5f, static_cast<float>(i / width) + 0.5f);
    };
    const auto forEachPixel = [&](const auto& visit) {
        parallelFor(height, settings.threadCount, [&](std::size_t row) {
            for (std::size_t i = row * width; i < (row + 1) * width; ++i)
                visit(i);
        });
    };
    std::string name = scene.name + "_" + camera.name + "_" + std::to_string(columns) + "_" +
                       std::to_string(scene.effort * settings.paths);
    if (settings.mirrorEffort > 1)
        name.append("_").append(std::to_string(settings.mirrorEffort));
    const std::vector<vec3> traced = keptOr(settings.kept, name, 3 * width * height, [&] {
        std::vector<vec3> lights(3 * width * height);
        forEachPixel([&](std::size_t i) {
            Random random = randomOf(kSeed, image, i);
            const Renderer::Light found = renderer.lightAlong(rayOf(i), random);
            std::copy(found.begin(), found.end(), lights.begin() + static_cast<std::ptrdiff_t>(3 * i));
        });
        return lights;
    });
    view.samples.resize(width * height);
    forEachPixel([&](std::size_t i) {
        Sample& sample = view.samples[i] = renderer.sampleAlong(rayOf(i));
        sample.base = traced[3 * i];
        sample.truth = {traced[3 * i + 1], traced[3 * i + 2]};
    });
    return view;
}

} // namespace scene
