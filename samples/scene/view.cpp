#include "view.h"

#include "parallel.h"
#include "path_tracer.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>

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

Surface surfaceAt(const std::optional<Hit>& hit, const Ray& ray)
{
    return hit ? Surface{hit->position, hit->normal, -ray.direction, hit->material} : Surface{};
}

vec3 mean(const PathTracer& tracer, const Hit& hit, const Ray& ray, Lobes lobes, unsigned samples, Random& random)
{
    vec3 sum(0.0f);
    for (unsigned i = 0; i < samples; ++i)
        sum += tracer.reflected(hit, ray, lobes, random);
    return sum / static_cast<float>(samples);
}

vec3 factorAt(const Surface& surface, vec3 reflection, const ProbeLight& light, const PnNormalization& normalization)
{
    const PnSh local = light.lightField.at(surface.position);
    vec3 factor;
    const PnResult result = pnEvaluateFactor(&normalization, &light.ownLight, &local, 1, &reflection.x,
                                             &surface.normal.x, &surface.material->roughness, &factor.x);
    if (result != PN_SUCCESS)
        throw ProbeNormError("pnEvaluateFactor", result);
    return factor;
}

} // namespace

// Lagarde and Zanuttini, "Local Image-based Lighting With Parallax-corrected Cubemaps" (2012).
vec3 boxProjected(vec3 position, vec3 reflection)
{
    constexpr float kSlack = 1e-3f; // metres; the floor and the walls are of the box
    if (glm::any(glm::lessThan(position, kProbeBoxLow - kSlack)) ||
        glm::any(glm::greaterThan(position, kProbeBoxHigh + kSlack)))
        return reflection;
    const vec3 exits = glm::max((kProbeBoxLow - position) / reflection, (kProbeBoxHigh - position) / reflection);
    const float distance = std::min({exits.x, exits.y, exits.z});
    return glm::normalize(position + distance * reflection - kReflectionProbe);
}

View renderView(const World& world, const Camera& camera, const ViewSettings& settings, unsigned threadCount)
{
    const PathTracer tracer(world);
    const Lens lens(camera, settings.width, settings.height);
    const std::size_t count = static_cast<std::size_t>(settings.width) * static_cast<std::size_t>(settings.height);
    View view{settings.width, settings.height, std::vector<Surface>(count), Image(count), {Image(count), Image(count)}};
    parallelFor(static_cast<std::size_t>(settings.height), threadCount, [&](std::size_t row) {
        for (std::size_t x = 0; x < static_cast<std::size_t>(settings.width); ++x)
        {
            const std::size_t i = row * static_cast<std::size_t>(settings.width) + x;
            const Ray ray = lens.through(static_cast<float>(x) + 0.5f, static_cast<float>(row) + 0.5f);
            const std::optional<Hit> hit = world.intersect(ray);
            view.surfaces[i] = surfaceAt(hit, ray);
            if (!hit)
                continue;
            Random random = randomOf(kSeed, settings.image, i);
            const unsigned half = (settings.samples + 1) / 2;
            view.base[i] = hit->material->emission + mean(tracer, *hit, ray, Lobes::Diffuse, settings.samples, random);
            if (hit->material->isSpecular())
                for (Image& truth : view.truth)
                    truth[i] = mean(tracer, *hit, ray, Lobes::Specular, half, random);
        }
    });
    return view;
}

Image renderSpecular(const View& view, const ProbeLight& light, const Method& method, unsigned threadCount)
{
    Image image(view.surfaces.size());
    const auto width = static_cast<std::size_t>(view.width);
    parallelFor(static_cast<std::size_t>(view.height), threadCount, [&](std::size_t row) {
        for (std::size_t i = row * width; i < (row + 1) * width; ++i)
        {
            const Surface& surface = view.surfaces[i];
            if (surface.material == nullptr || !surface.material->isSpecular())
                continue;
            const float cosine = glm::dot(surface.normal, surface.toViewer);
            const vec3 reflection = glm::normalize(2.0f * cosine * surface.normal - surface.toViewer);
            const vec3 lookUp =
                light.projection == Projection::Box ? boxProjected(surface.position, reflection) : reflection;
            const Material& material = *surface.material;
            image[i] = light.probe.sample(lookUp, material.roughness) *
                       light.table.lookUp(material.f0, material.roughness, cosine);
            if (method.normalization)
                image[i] *= factorAt(surface, reflection, light, *method.normalization);
        }
    });
    return image;
}

} // namespace scene
