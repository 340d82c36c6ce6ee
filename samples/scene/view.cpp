#include "view.h"

#include "parallel.h"
#include "reflection.h"

#include <glm/geometric.hpp>

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
    Renderer(const PathTracer& tracer, const Scene& scene, const SceneLight& light, unsigned paths)
        : m_tracer(tracer), m_scene(scene), m_light(light), m_paths(paths)
    {
    }

    Sample sampleAlong(const Ray& ray, Random& random) const
    {
        Sample sample{};
        sample.material = sample.roughness = kNothing;
        const std::optional<Hit> hit = m_tracer.intersect(ray);
        if (!hit)
        {
            sample.base = m_tracer.background(ray.direction);
            return sample;
        }
        sample.material = numberOf(*hit);
        sample.position = hit->position;
        sample.normal = hit->normal;
        sample.base = hit->material->emission + mean(*hit, ray, Lobes::Diffuse, (m_paths + 1) / 2, random);
        if (hit->material->isSpecular())
            addSpecular(sample, *hit, ray, random);
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

    vec3 mean(const Hit& hit, const Ray& ray, Lobes lobes, unsigned paths, Random& random) const
    {
        vec3 sum(0.0f);
        for (unsigned i = 0; i < paths; ++i)
            sum += m_tracer.reflected(hit, ray, lobes, random);
        return sum / static_cast<float>(paths);
    }

    void addSpecular(Sample& sample, const Hit& hit, const Ray& ray, Random& random) const
    {
        for (vec3& truth : sample.truth)
            truth = mean(hit, ray, Lobes::Specular, (m_paths + 1) / 2, random);
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
    unsigned m_paths;
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
    const Renderer renderer(tracer, scene, light, scene.effort * settings.paths);
    View view{scene.name, scene.use == Use::Fit, camera.name, columns, rows, light.probeLights, {}};
    const auto width = static_cast<std::size_t>(view.width), height = static_cast<std::size_t>(view.height);
    view.samples.resize(width * height);
    parallelFor(height, settings.threadCount, [&](std::size_t row) {
        for (std::size_t x = 0; x < width; ++x)
        {
            const std::size_t i = row * width + x;
            Random random = randomOf(kSeed, image, i);
            const Ray ray = lens.through(static_cast<float>(x) + 0.5f, static_cast<float>(row) + 0.5f);
            view.samples[i] = renderer.sampleAlong(ray, random);
        }
    });
    return view;
}

} // namespace scene
