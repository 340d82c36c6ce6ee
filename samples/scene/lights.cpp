#include "lights.h"

#include "bsdf.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scene {
namespace {

constexpr float kLeastShare = 0.05f; // of the strongest lamp's strength, for lamps that face away

} // namespace

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
