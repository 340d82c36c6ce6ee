#include "path_tracer.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace scene {
namespace {

constexpr int kMaxBounces = 24; // roulette has ended nearly every path before
constexpr int kSureBounces = 3;
constexpr float kMaxSurvival = 0.95f;
constexpr float kPortalShare = 0.4f; // of the paths of a surface in front of a portal

// Veach, "Robust Monte Carlo Methods for Light Transport Simulation" (1997), 9.2.4.
float powerWeight(float own, float other)
{
    return own * own / (own * own + other * other);
}

} // namespace

float PathTracer::lampPdf(const Lamp& lamp, vec3 toLamp, float distance) const
{
    const float cosine = -glm::dot(lamp.normal(), toLamp);
    return distance * distance / (cosine * lamp.area() * static_cast<float>(m_world.lamps.size()));
}

vec3 PathTracer::emitted(const Hit& hit, const Ray& ray, float pdf) const
{
    if (hit.lamp == kNoLamp)
        return hit.material->emission;
    const bool isCamera = pdf == kFromCamera;
    const float weight =
        isCamera ? 1.0f : powerWeight(pdf, lampPdf(m_world.lamps[hit.lamp], ray.direction, hit.distance));
    return weight * hit.material->emission;
}

PathTracer::Crossing PathTracer::crossingAt(const Hit& hit, const Ray& ray, Lobes lobes) const
{
    return {hit.position, Bsdf(*hit.material, hit.normal, -ray.direction), lobes, m_world.portalFor(hit.position)};
}

float PathTracer::pdf(const Crossing& crossing, vec3 direction)
{
    const float own = crossing.bsdf.pdf(direction, crossing.lobes);
    if (crossing.portal == nullptr)
        return own;
    return glm::mix(own, crossing.portal->pdf(crossing.position, direction), kPortalShare);
}

std::optional<Scatter> PathTracer::scatter(const Crossing& crossing, Random& random)
{
    const float choice = random.next(), u = random.next(), v = random.next(), w = random.next();
    vec3 direction;
    if (crossing.portal != nullptr && choice < kPortalShare)
    {
        const Portal& portal = *crossing.portal;
        direction = glm::normalize(portal.corner + u * portal.edgeU + v * portal.edgeV - crossing.position);
    }
    else
        direction = crossing.bsdf.sample(u, v, w, crossing.lobes);
    const vec3 value = crossing.bsdf.evaluate(direction, crossing.lobes);
    if (value == vec3(0.0f))
        return std::nullopt;
    const float density = pdf(crossing, direction);
    return Scatter{direction, value / density, density};
}

vec3 PathTracer::fromLamp(const Crossing& crossing, Random& random) const
{
    const float choice = random.next(), u = random.next(), v = random.next();
    if (m_world.lamps.empty())
        return vec3(0.0f);
    const auto count = static_cast<float>(m_world.lamps.size());
    const Lamp& lamp = m_world.lamps[static_cast<std::size_t>(choice * count)];
    const vec3 away = lamp.corner + u * lamp.edgeU + v * lamp.edgeV - crossing.position;
    const float distance = glm::length(away);
    const vec3 toLamp = away / distance;
    const vec3 value = crossing.bsdf.evaluate(toLamp, crossing.lobes);
    if (value == vec3(0.0f) || glm::dot(lamp.normal(), toLamp) >= 0.0f ||
        !m_world.isFree({crossing.position, toLamp}, distance * (1.0f - 1e-4f)))
        return vec3(0.0f);
    const float density = lampPdf(lamp, toLamp, distance);
    return powerWeight(density, pdf(crossing, toLamp)) / density * lamp.material.emission * value;
}

vec3 PathTracer::follow(Ray ray, float pdf, Random& random) const
{
    vec3 sum(0.0f), throughput(1.0f);
    for (int bounce = 0; bounce < kMaxBounces; ++bounce)
    {
        const std::optional<Hit> hit = m_world.intersect(ray);
        if (!hit)
            break;
        sum += throughput * emitted(*hit, ray, pdf);
        const Crossing crossing = crossingAt(*hit, ray, Lobes::Both);
        sum += throughput * fromLamp(crossing, random);
        const std::optional<Scatter> next = scatter(crossing, random);
        if (!next)
            break;
        throughput *= next->weight;
        if (bounce >= kSureBounces)
        {
            const float survival = std::min(kMaxSurvival, std::max({throughput.r, throughput.g, throughput.b}));
            if (random.next() >= survival)
                break;
            throughput /= survival;
        }
        ray = {hit->position, next->direction};
        pdf = next->pdf;
    }
    return sum;
}

vec3 PathTracer::reflected(const Hit& hit, const Ray& ray, Lobes lobes, Random& random) const
{
    const Crossing crossing = crossingAt(hit, ray, lobes);
    vec3 sum = fromLamp(crossing, random);
    if (const std::optional<Scatter> next = scatter(crossing, random))
        sum += next->weight * follow({hit.position, next->direction}, next->pdf, random);
    return sum;
}

} // namespace scene
