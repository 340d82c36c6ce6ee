#include "bsdf.h"
#include "formula_rows.h"

#include <glm/common.hpp>
#include <glm/exponential.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace scene {
namespace {

// Raised to the floor of the preset probenorm.
Irradiance raised(const PnSh& light, vec3 normal, vec3 reflection)
{
    static const float share = probenorm::getPreset("probenorm").floor;
    constexpr float kY00 = 0.28209479f, kLeast = 0x1p-24f;
    const vec3 average(light.rgb[0][0], light.rgb[0][1], light.rgb[0][2]);
    const vec3 least = glm::max(share * kY00 * average, vec3(kLeast));
    const Irradiance found = irradianceOf(light, normal, reflection);
    return {glm::max(found.alongNormal, least), glm::max(found.alongReflection, least)};
}

float stopsOf(const Irradiance& light)
{
    return 0.5f * std::log2(luminance(light.alongNormal) * luminance(light.alongReflection));
}

// Version 3 of probenorm: with q the stops between the luminances of both lights, each the geometric mean of those
// along the normal and the reflection, m = 1 - roughness^2 and f the quotient of the same means of a channel,
//   log reflection = (1 - t) log(P f^s) + t log(E_N^n E_R^(1 - n) / 2^(0.8 m)),
//   t = q^2 / (q^2 + 0.3 + 1.3 m), s = q / (q + 3), n = 0.2 - 0.15 m.
vec3 version3(const FormulaInput& in)
{
    const Irradiance place = raised(in.place, in.normal, in.reflection),
                     probe = raised(in.probe, in.normal, in.reflection);
    const float q = std::abs(stopsOf(place) - stopsOf(probe)), m = 1.0f - in.roughness * in.roughness;
    const float t = q * q / (q * q + 0.3f + 1.3f * m), s = q / (q + 3.0f), n = 0.2f - 0.15f * m;
    const vec3 meanOfPlace = 0.5f * (glm::log2(place.alongNormal) + glm::log2(place.alongReflection));
    const vec3 meanOfProbe = 0.5f * (glm::log2(probe.alongNormal) + glm::log2(probe.alongReflection));
    const vec3 shown = glm::max(in.plain, vec3(0.0f));
    const vec3 normalized = glm::log2(glm::max(shown, vec3(0x1p-24f))) + s * (meanOfPlace - meanOfProbe);
    const vec3 guess = n * glm::log2(place.alongNormal) + (1.0f - n) * glm::log2(place.alongReflection) - 0.8f * m;
    const vec3 gain = glm::exp2((1.0f - t) * normalized + t * guess - glm::log2(glm::max(shown, vec3(0x1p-24f))));
    return shown * gain;
}

// Filamented's _ExposureOcclusion of 0.2, its default, by the local light along the normal. It depends on the
// exposure.
vec3 filamented(const FormulaInput& in)
{
    return in.plain * std::min(glm::length(irradianceOf(in.place, in.normal, in.normal).alongNormal) / 0.2f, 1.0f);
}

// Hobson, "The Indirect Lighting Pipeline of 'God of War'" (GDC 2019), by a secondary source: the reflection over the
// probe's diffuse light in the sampled direction, times that of the place along the reflection, of luminances.
vec3 godOfWar(const FormulaInput& in)
{
    const float place = luminance(irradianceOf(in.place, in.normal, in.reflection).alongReflection);
    const float own = luminance(irradianceOf(in.probe, in.normal, in.lookup).alongReflection);
    return in.plain * (place / std::max(own, 1e-6f));
}

// The preset hdrp-corrected looks along the reflection. This gives it the direction that the texel was looked up by.
vec3 hdrpAlongLookup(const FormulaInput& in)
{
    static const PnNormalization preset = probenorm::getPreset("hdrp-corrected");
    const float place = luminance(irradianceOf(in.place, in.normal, in.reflection).alongReflection);
    const float own = luminance(irradianceOf(in.probe, in.normal, in.lookup).alongReflection);
    return in.plain * glm::clamp(place / std::max(own, 0x1p-24f), preset.low, preset.high);
}

// Bakery's lightmap specular as an occlusion of reflections: GGX around the dominant direction of two bands, times its
// light. The view is what mirrors into the reflection.
vec3 bakery(const FormulaInput& in)
{
    constexpr float kBand0 = 0.28209479f, kBand1 = 0.32573501f;
    const auto row = [&](int i) { return vec3(in.place.rgb[i][0], in.place.rgb[i][1], in.place.rgb[i][2]); };
    const vec3 average = glm::max(kBand0 * row(0), vec3(1e-6f)), x = kBand1 * row(3), y = kBand1 * row(1),
               z = kBand1 * row(2);
    const vec3 dominant(luminance(x / average), luminance(y / average), luminance(z / average));
    const vec3 light = average + dominant.x * x + dominant.y * y + dominant.z * z;
    const vec3 view = 2.0f * glm::dot(in.normal, in.reflection) * in.normal - in.reflection;
    const vec3 toLight = glm::length(dominant) > 1e-6f ? glm::normalize(dominant) : in.normal;
    const float nh = std::max(glm::dot(in.normal, glm::normalize(toLight + view)), 0.0f);
    const float alpha = std::max(in.roughness * in.roughness, 0.002f), a2 = alpha * alpha;
    const float d = (nh * a2 - nh) * nh + 1.0f, ggx = a2 / (3.14159265f * (d * d + 1e-7f));
    return in.plain * glm::clamp(glm::dot(ggx * light, vec3(1.0f)), 0.0f, 1.0f);
}

} // namespace

void addOthers(std::vector<Formula>& formulas)
{
    formulas.push_back({"probenorm, version 3", version3});
    formulas.push_back({"filamented", filamented});
    formulas.push_back({"bakery", bakery});
    formulas.push_back({"god-of-war (secondary source)", godOfWar});
    formulas.push_back({"hdrp-corrected along the lookup", hdrpAlongLookup});
}

} // namespace scene
