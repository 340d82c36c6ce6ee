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
constexpr float kLift = 1e-4f;       // metres; paths go on from above the surface, so that they do not meet it again

} // namespace

vec3 PathTracer::emitted(const Hit& hit, const Ray& ray, float pdf) const
{
    if (hit.lamp == kNoLamp || pdf == kFromCamera)
        return hit.material->emission;
    const float lampPdf = m_lights.lampPdf(hit.lamp, ray.origin, ray.direction, hit.distance);
    return powerWeight(pdf, lampPdf) * hit.material->emission;
}

PathTracer::Crossing PathTracer::crossingAt(const Hit& hit, const Ray& ray, Lobes lobes) const
{
    return {hit.position + kLift * hit.normal, Bsdf(*hit.material, hit.normal, -ray.direction), lobes,
            m_world.portalFor(hit.position)};
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

// Of a light's sample, and of the surface's by its weight.
vec3 PathTracer::fromSample(const Crossing& crossing, const LightSample& sample) const
{
    if (!(sample.pdf > 0.0f))
        return vec3(0.0f);
    const vec3 value = crossing.bsdf.evaluate(sample.direction, crossing.lobes);
    if (value == vec3(0.0f) || !m_rays.isFree({crossing.position, sample.direction}, sample.distance * (1.0f - 1e-4f)))
        return vec3(0.0f);
    return powerWeight(sample.pdf, pdf(crossing, sample.direction)) / sample.pdf * sample.radiance * value;
}

vec3 PathTracer::fromLights(const Crossing& crossing, Disk disk, Random& random) const
{
    vec3 sum(0.0f);
    if (!m_world.lamps.empty())
        sum += fromSample(crossing, m_lights.sampleLamp(crossing.position, random));
    if (m_world.sun && disk == Disk::Seen)
        sum += fromSample(crossing, m_lights.sampleSun(random));
    if (m_world.sky.isSampled())
        sum += fromSample(crossing, m_lights.sampleSky(random));
    return sum;
}

vec3 PathTracer::follow(Ray ray, float pdf, Disk disk, Random& random) const
{
    vec3 sum(0.0f), throughput(1.0f);
    for (int bounce = 0; bounce < kMaxBounces; ++bounce)
    {
        const std::optional<Hit> hit = m_rays.intersect(ray);
        if (!hit)
        {
            sum += throughput * m_lights.skyLight(ray.direction, pdf);
            if (disk == Disk::Seen)
                sum += throughput * m_lights.sunLight(ray.direction, pdf);
            break;
        }
        sum += throughput * emitted(*hit, ray, pdf);
        const Crossing crossing = crossingAt(*hit, ray, Lobes::Both);
        sum += throughput * fromLights(crossing, Disk::Seen, random);
        disk = Disk::Seen;
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
        ray = {crossing.position, next->direction};
        pdf = next->pdf;
    }
    return sum;
}

vec3 PathTracer::reflected(const Hit& hit, const Ray& ray, Lobes lobes, Random& random) const
{
    const Crossing crossing = crossingAt(hit, ray, lobes);
    const Disk disk = lobes == Lobes::Specular ? Disk::Hidden : Disk::Seen;
    vec3 sum = fromLights(crossing, disk, random);
    if (const std::optional<Scatter> next = scatter(crossing, random))
        sum += next->weight * follow({crossing.position, next->direction}, next->pdf, disk, random);
    return sum;
}

} // namespace scene
