#include "path_tracer.h"

#include "bsdf.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scene {
namespace {

constexpr int kMaxBounces = 24; // roulette has ended nearly every path before
constexpr int kSureBounces = 3;
constexpr float kMaxSurvival = 0.95f;
constexpr float kPortalShare = 0.4f; // of the paths of a surface in front of a portal
constexpr float kLift = 1e-4f;       // metres; paths go on from above the surface, so that they do not meet it again

constexpr float kLeastShare = 0.05f; // of the strongest lamp's strength, for lamps that face away

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

// What a sample of a light adds, weighted against the sample that the surface would have taken.
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

std::array<Incidence, 3> PathTracer::incident(const Hit& hit, Random& random) const
{
    static const Material white{.albedo = vec3(1.0f)};
    Hit surface = hit;
    surface.material = &white;
    const Crossing crossing = crossingAt(surface, {hit.position + hit.normal, -hit.normal}, Lobes::Diffuse);
    std::array<Incidence, 3> found{};
    const auto take = [&](Incidence& part, const LightSample& sample) {
        part = {sample.direction, fromSample(crossing, sample)};
    };
    if (!m_world.lamps.empty())
        take(found[0], m_lights.sampleLamp(crossing.position, random));
    if (m_world.sky.isSampled())
        take(found[1], m_lights.sampleSky(random));
    if (const std::optional<Scatter> next = scatter(crossing, random))
        found[2] = {next->direction,
                    next->weight * follow({crossing.position, next->direction}, next->pdf, Disk::Hidden, random)};
    return found;
}

// Power over distance, near enough: what matters is that no lamp in front is left out.
float Lights::strength(const Lamp& lamp, vec3 from) const
{
    const vec3 away = lamp.corner + 0.5f * (lamp.edgeU + lamp.edgeV) - from;
    const float distance2 = std::max(glm::dot(away, away), lamp.area());
    const bool isBehind = glm::dot(lamp.normal(), lamp.corner - from) >= 0.0f;
    return (isBehind ? kLeastShare : 1.0f) * lamp.area() * luminance(lamp.material.emission) / distance2;
}

float Lights::share(std::uint32_t lamp, vec3 from) const
{
    float sum = 0.0f;
    for (const Lamp& other : m_world.lamps)
        sum += strength(other, from);
    return strength(m_world.lamps[lamp], from) / sum;
}

float Lights::lampPdf(std::uint32_t lamp, vec3 from, vec3 direction, float distance) const
{
    const Lamp& found = m_world.lamps[lamp];
    const float cosine = -glm::dot(found.normal(), direction);
    return share(lamp, from) * distance * distance / (cosine * found.area());
}

LightSample Lights::sampleLamp(vec3 from, Random& random) const
{
    const float choice = random.next(), u = random.next(), v = random.next();
    std::uint32_t index = 0;
    float left = choice;
    for (; index + 1 < m_world.lamps.size(); ++index)
    {
        const float own = share(index, from);
        if (left < own)
            break;
        left -= own;
    }
    const Lamp& lamp = m_world.lamps[index];
    const vec3 away = lamp.corner + u * lamp.edgeU + v * lamp.edgeV - from;
    const float distance = glm::length(away);
    const vec3 direction = away / distance;
    if (!(distance > 0.0f) || glm::dot(lamp.normal(), direction) >= 0.0f)
        return {};
    return {direction, distance, lamp.material.emission, lampPdf(index, from, direction, distance)};
}

LightSample Lights::sampleSun(Random& random) const
{
    const float u = random.next(), v = random.next();
    const Sun& sun = *m_world.sun;
    const float s = std::sin(0.5f * sun.angle), rest = 2.0f * s * s * u; // 1 - cosine
    const float sine = std::sqrt(rest * (2.0f - rest)), turn = 2.0f * std::numbers::pi_v<float> * v;
    const vec3 local(sine * std::cos(turn), sine * std::sin(turn), 1.0f - rest);
    return {frameAlong(sun.direction) * local, kFar, sun.radiance, 1.0f / sun.solidAngle()};
}

LightSample Lights::sampleSky(Random& random) const
{
    const float u = random.next(), v = random.next();
    const SkySample sample = m_world.sky.sample(u, v);
    return {sample.direction, kFar, m_world.sky.radiance(sample.direction), sample.pdf};
}

vec3 Lights::skyLight(vec3 direction, float pdf) const
{
    return m_world.sky.radiance(direction) * (pdf < 0.0f ? 1.0f : powerWeight(pdf, m_world.sky.pdf(direction)));
}

vec3 Lights::sunLight(vec3 direction, float pdf) const
{
    if (!m_world.sun || glm::dot(direction, m_world.sun->direction) < m_world.sun->cosine())
        return vec3(0.0f);
    return m_world.sun->radiance * (pdf < 0.0f ? 1.0f : powerWeight(pdf, 1.0f / m_world.sun->solidAngle()));
}

} // namespace scene
