#include "view.h"

#include "parallel.h"
#include "reflection.h"

#include <glm/geometric.hpp>
#include <nlohmann/json.hpp>

#include <fstream>
#include <stdexcept>

namespace scene {
namespace {

using nlohmann::json;

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

constexpr int kVersion = 2;

json headerOf(const View& view)
{
    json lights = json::array();
    for (const PnSh& light : view.siteLights)
        lights.push_back(std::vector<float>(&light.rgb[0][0], &light.rgb[0][0] + 3 * kCoefficients));
    return {{"version", kVersion}, {"scene", view.scene},         {"isFit", view.isFit},
            {"name", view.name},   {"width", view.width},         {"height", view.height},
            {"paths", view.paths}, {"subpixels", view.subpixels}, {"siteLights", std::move(lights)}};
}

View viewOf(const json& header)
{
    if (header.at("version") != kVersion)
        throw std::runtime_error("is of another version");
    View view{header.at("scene"),
              header.at("isFit"),
              header.at("name"),
              header.at("width"),
              header.at("height"),
              header.at("subpixels"),
              header.at("paths"),
              {},
              {}};
    for (const json& values : header.at("siteLights"))
    {
        PnSh& light = view.siteLights.emplace_back();
        light = {};
        light.bands = 3;
        for (std::size_t i = 0; i < 3 * kCoefficients; ++i)
            light.rgb[i / 3][i % 3] = values.at(i);
    }
    if (view.width <= 0 || view.height <= 0 || view.siteLights.empty() || view.siteLights.size() > kMostSites)
        throw std::runtime_error("has impossible sizes");
    view.samples.resize(static_cast<std::size_t>(view.width) * static_cast<std::size_t>(view.height));
    return view;
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
    const int columns = settings.subpixels * settings.width, rows = settings.subpixels * (settings.width * 9 / 16);
    const unsigned paths = scene.effort * settings.paths;
    const Lens lens(camera, columns, rows);
    const Renderer renderer(tracer, scene, light, paths);
    View view{scene.name, scene.use == Use::Fit, camera.name, columns, rows, settings.subpixels,
              paths,      light.probeLights,     {}};
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

void writeView(const std::filesystem::path& path, const View& view)
{
    std::filesystem::path part = path;
    part += ".part";
    {
        std::ofstream file(part, std::ios::binary);
        file << headerOf(view).dump() << '\n';
        file.write(reinterpret_cast<const char*>(view.samples.data()),
                   static_cast<std::streamsize>(view.samples.size() * sizeof(Sample)));
        if (!file.flush())
            throw std::runtime_error(path.string() + ": cannot be written");
    }
    std::filesystem::rename(part, path);
}

View readView(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::string line;
    try
    {
        if (!std::getline(file, line))
            throw std::runtime_error("cannot be read");
        View view = viewOf(json::parse(line));
        const auto size = static_cast<std::streamsize>(view.samples.size() * sizeof(Sample));
        if (file.read(reinterpret_cast<char*>(view.samples.data()), size).gcount() != size)
            throw std::runtime_error("ends too early");
        return view;
    }
    catch (const std::exception& error)
    {
        throw std::runtime_error(path.string() + ": " + error.what());
    }
}

} // namespace scene
