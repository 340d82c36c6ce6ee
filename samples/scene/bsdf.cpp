#include "bsdf.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scene {
namespace {

constexpr float kPi = std::numbers::pi_v<float>;
constexpr float kLeastAlpha = 1e-3f; // a mirror, whose lobe floats can still follow

float square(float x)
{
    return x * x;
}

// Schlick, "An Inexpensive BRDF Model for Physically-based Rendering" (1994).
float schlick(float cosine)
{
    const float rest = 1.0f - std::clamp(cosine, 0.0f, 1.0f);
    return square(square(rest)) * rest;
}

// Walter et al., "Microfacet Models for Refraction through Rough Surfaces" (2007). The sine is taken from x and y: for
// a mirror, 1 - cosine^2 is all rounding.
float ggxDistribution(vec3 half, float alpha)
{
    const float sine2 = square(half.x) + square(half.y);
    return square(alpha) / (kPi * square(square(half.z * alpha) + sine2));
}

// Heitz, "Understanding the Masking-Shadowing Function in Microfacet-Based BRDFs" (2014).
float smithLambda(float cosine, float alpha)
{
    const float tangent2 = (1.0f - square(cosine)) / square(cosine);
    return 0.5f * (std::sqrt(1.0f + square(alpha) * std::max(tangent2, 0.0f)) - 1.0f);
}

vec3 onDisk(float u, float v)
{
    const float radius = std::sqrt(u), angle = 2.0f * kPi * v;
    return {radius * std::cos(angle), radius * std::sin(angle), 0.0f};
}

vec3 sampleCosine(float u, float v)
{
    vec3 direction = onDisk(u, v);
    direction.z = std::sqrt(std::max(0.0f, 1.0f - u));
    return direction;
}

// Heitz, "Sampling the GGX Distribution of Visible Normals" (2018).
vec3 sampleVisibleNormal(vec3 toViewer, float alpha, float u, float v)
{
    const vec3 stretched = glm::normalize(vec3(alpha * toViewer.x, alpha * toViewer.y, toViewer.z));
    const glm::mat3 frame = frameAlong(stretched);
    vec3 point = onDisk(u, v);
    const float lift = 0.5f * (1.0f + stretched.z);
    // The frame's y axis is made the one that the hemisphere's edge cuts off.
    const vec3 flat = std::max(std::fabs(stretched.x), std::fabs(stretched.y)) > 1e-6f
                          ? glm::normalize(vec3(-stretched.y, stretched.x, 0.0f))
                          : frame[0];
    const vec3 up = glm::cross(stretched, flat);
    point.y = (1.0f - lift) * std::sqrt(std::max(0.0f, 1.0f - square(point.x))) + lift * point.y;
    const float rest = std::sqrt(std::max(0.0f, 1.0f - square(point.x) - square(point.y)));
    const vec3 normal = point.x * flat + point.y * up + rest * stretched;
    return glm::normalize(vec3(alpha * normal.x, alpha * normal.y, std::max(1e-6f, normal.z)));
}

} // namespace

float luminance(vec3 rgb)
{
    return glm::dot(rgb, vec3(0.2126f, 0.7152f, 0.0722f));
}

// Duff et al., "Building an Orthonormal Basis, Revisited" (2017).
glm::mat3 frameAlong(vec3 z)
{
    const float sign = std::copysign(1.0f, z.z), a = -1.0f / (sign + z.z), b = z.x * z.y * a;
    return {vec3(1.0f + sign * square(z.x) * a, sign * b, -sign * z.x), vec3(b, sign + square(z.y) * a, -z.y), z};
}

Facet sampleFacet(vec3 toViewer, float alpha, float u, float v)
{
    const vec3 normal = sampleVisibleNormal(toViewer, alpha, u, v);
    const vec3 reflection = 2.0f * glm::dot(toViewer, normal) * normal - toViewer;
    if (reflection.z <= 0.0f)
        return {normal, reflection, 0.0f};
    const float viewer = smithLambda(toViewer.z, alpha), light = smithLambda(reflection.z, alpha);
    return {normal, reflection, (1.0f + viewer) / (1.0f + viewer + light)};
}

Bsdf::Bsdf(const Material& material, vec3 normal, vec3 toViewer)
    : m_material(material), m_frame(frameAlong(normal)), m_toViewer(toViewer * m_frame),
      m_alpha(std::max(square(material.roughness), kLeastAlpha))
{
    m_toViewer.z = std::max(m_toViewer.z, 1e-4f);
}

vec3 Bsdf::fresnel(float cosine) const
{
    return glm::mix(m_material.f0, vec3(1.0f), m_material.isSpecular() ? schlick(cosine) : 0.0f);
}

float Bsdf::specularShare(Lobes lobes) const
{
    if (lobes != Lobes::Both)
        return lobes == Lobes::Specular ? 1.0f : 0.0f;
    const float specular = luminance(fresnel(m_toViewer.z)), diffuse = luminance(m_material.albedo);
    return m_material.isSpecular() ? specular / (specular + diffuse) : 0.0f;
}

vec3 Bsdf::evaluate(vec3 toLight, Lobes lobes) const
{
    const vec3 light = toLight * m_frame;
    if (light.z <= 0.0f)
        return vec3(0.0f);
    vec3 sum(0.0f);
    if (lobes != Lobes::Diffuse && m_material.isSpecular())
    {
        const vec3 half = glm::normalize(light + m_toViewer);
        const float shadowing = 1.0f / (1.0f + smithLambda(m_toViewer.z, m_alpha) + smithLambda(light.z, m_alpha));
        sum += fresnel(glm::dot(half, light)) * ggxDistribution(half, m_alpha) * shadowing / (4.0f * m_toViewer.z);
    }
    if (lobes != Lobes::Specular) // what the layer above lets through, on the way in and out
        sum += m_material.albedo * (1.0f - fresnel(light.z)) * (1.0f - fresnel(m_toViewer.z)) * light.z / kPi;
    return sum;
}

float Bsdf::pdf(vec3 toLight, Lobes lobes) const
{
    const vec3 light = toLight * m_frame;
    if (light.z <= 0.0f)
        return 0.0f;
    const float share = specularShare(lobes);
    float density = (1.0f - share) * light.z / kPi;
    if (share > 0.0f)
    {
        const vec3 half = glm::normalize(light + m_toViewer);
        const float masking = 1.0f / (1.0f + smithLambda(m_toViewer.z, m_alpha));
        density += share * ggxDistribution(half, m_alpha) * masking / (4.0f * m_toViewer.z);
    }
    return density;
}

vec3 Bsdf::sample(float choice, float u, float v, Lobes lobes) const
{
    const bool isSpecular = choice < specularShare(lobes);
    return m_frame * (isSpecular ? sampleFacet(m_toViewer, m_alpha, u, v).reflection : sampleCosine(u, v));
}

} // namespace scene
