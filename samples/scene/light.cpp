#include "light.h"

#include "bsdf.h"

#include <glm/common.hpp>
#include <glm/exponential.hpp>

#include <cmath>

namespace scene {
namespace {

constexpr float kFloor = 0.1f; // of the average
constexpr float kLeast = 0x1p-24f;
constexpr float kAverage = 0.282094792f; // Y00
constexpr float kTrustStops = 1.3f;      // between the lights, at which the place is trusted as much as the probe
constexpr float kFactorStops = 1.0f;     // between the lights, at which half of the factor counts
constexpr float kNormalShare = 0.2f;     // of the normal in the place's light
constexpr float kDarkening = 0.65f;      // stops: the mean of a logarithm is below the logarithm of the mean

vec3 along(const PnSh& light, vec3 direction, vec3 average)
{
    vec3 irradiance;
    probenorm::check(pnEvaluateIrradiance(&light, 1, &direction.x, &irradiance.x));
    return glm::max(irradiance, kFloor * average);
}

// The mean of the factors' logarithms along both directions.
vec3 factorStops(const Irradiance& place, const Irradiance& probe)
{
    return 0.5f * (glm::log2(place.alongNormal / probe.alongNormal) +
                   glm::log2(place.alongReflection / probe.alongReflection));
}

// A rough lobe sees a mean already.
float darkening(float roughness)
{
    return kDarkening * (1.0f - roughness * roughness);
}

} // namespace

Irradiance irradianceOf(const PnSh& light, vec3 normal, vec3 reflection)
{
    const vec3 average = glm::max(kAverage * vec3(light.rgb[0][0], light.rgb[0][1], light.rgb[0][2]), kLeast);
    return {along(light, normal, average), along(light, reflection, average), average};
}

Trust trustOf(const Irradiance& place, const Irradiance& probe)
{
    const float own = luminance(place.alongNormal) * luminance(place.alongReflection);
    const float other = luminance(probe.alongNormal) * luminance(probe.alongReflection);
    const float stops = std::fabs(0.5f * std::log2(own / other));
    return {stops * stops / (stops * stops + kTrustStops * kTrustStops), stops / (stops + kFactorStops)};
}

vec3 fullForm(vec3 plain, float roughness, const Irradiance& place, const Irradiance& probe)
{
    const Trust trust = trustOf(place, probe);
    const vec3 normalized = glm::log2(glm::max(plain, kLeast)) + trust.factor * factorStops(place, probe);
    const vec3 local = glm::mix(glm::log2(place.alongReflection), glm::log2(place.alongNormal), kNormalShare);
    return glm::exp2(glm::mix(normalized, local - darkening(roughness), trust.place));
}

vec3 factorForm(float roughness, const Irradiance& place, const Irradiance& probe)
{
    const Trust trust = trustOf(place, probe);
    return glm::exp2(trust.factor * factorStops(place, probe) - trust.place * darkening(roughness));
}

} // namespace scene
