#include "core/sh/factor.h"

#include "core/sh/evaluate.h"
#include "core/sh/reflection.h"
#include "core/sh/window.h"

#include <algorithm>
#include <cmath>

namespace pn {
namespace {

double smoothstep(double from, double to, double x)
{
    if (to <= from)
        return x < to ? 0.0 : 1.0;
    const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

Rgb averageOf(const ShSet& light)
{
    Rgb average{};
    for (std::size_t c = 0; c < 3; ++c)
        average[c] = norm::kL0 * light.rgb[0][c];
    return average;
}

// Callers that have no normals pass the reflection in its place.
bool looksAlongNormal(const Surface& surface)
{
    const Vec3 &n = surface.normal, &r = surface.reflection;
    return n.x == r.x && n.y == r.y && n.z == r.z;
}

SurfaceLight lightAt(const ShSet& light, const Surface& surface)
{
    const Rgb alongNormal = evaluate(light, surface.normal);
    return {alongNormal, looksAlongNormal(surface) ? alongNormal : evaluate(light, surface.reflection),
            averageOf(light)};
}

// probe: of the same light, as far as it is known.
Rgb alongLookup(const ShSet& light, const SurfaceLight& probe, const Surface& surface)
{
    const bool isElsewhere = surface.lookup && !surface.probeLuminance;
    return isElsewhere ? evaluate(light, *surface.lookup) : probe.alongReflection;
}

// The light of the probe along the lookup: from the luminance of its last mip, which stands for all channels and has no
// average beside it, or from its coefficients.
SurfaceLight probeLightAt(const ShSet& light, const Surface& surface)
{
    if (!surface.probeLuminance)
        return lightAt(light, surface);
    const Rgb grey = {*surface.probeLuminance, *surface.probeLuminance, *surface.probeLuminance};
    return {grey, grey, {}};
}

// The probe's light, restricted to what is known of the shading point's light, so that both are equal at the probe's
// own position. Only averages of the probe are used beside it, so these stay.
SurfaceLight knownPart(const SurfaceLight& probe, Known known)
{
    return {probe.alongNormal, known == Known::AlongNormalOnly ? probe.alongNormal : probe.alongReflection,
            probe.average};
}

} // namespace

FactorFormula::FactorFormula(const PnNormalization& normalization, const ShSet& probe)
    : FactorFormula(normalization, probe, ShSet{1, {}})
{
}

FactorFormula::FactorFormula(const PnNormalization& normalization, const ShSet& probe, const ShSet& local)
    : m_preset(presetOf(normalization)), m_values(normalization), m_probe(probe), m_local(local)
{
    const std::uint32_t most = m_preset.usesAverages ? 3 : m_values.bands;
    m_probe.bands = std::min(m_probe.bands, most);
    m_local.bands = std::min(m_local.bands, most);
    if (m_values.lobe == PN_LOBE_COSINE)
        m_lights = makeLights(1.0);
}

FactorFormula::Lights FactorFormula::makeLights(double roughness) const
{
    return {makeLight(m_probe, roughness), makeLight(m_local, roughness)};
}

const FactorFormula::Lights& FactorFormula::lightsAt(double roughness) const
{
    if (m_values.lobe != PN_LOBE_COSINE && m_roughness != roughness)
    {
        m_lights = makeLights(roughness);
        m_roughness = roughness;
    }
    return m_lights;
}

ShSet FactorFormula::makeLight(const ShSet& radiance, double roughness) const
{
    const LobeWeights lobe = m_values.lobe == PN_LOBE_GGX ? ggxLobe(roughness) : cosineLobe();
    const ShSet light = scaleBands(radiance, lobe);
    if (m_values.dering == PN_DERING_NONE)
        return light;
    const bool isRgb = m_values.channels == PN_CHANNELS_RGB;
    const ScalarSh first = isRgb ? channelOf(light, 0) : weightedSum(light, m_preset.brightness);
    const std::array<ScalarSh, 3> scalars = {first, channelOf(light, 1), channelOf(light, 2)};
    const Dering dering = findDering(std::span(scalars).first(isRgb ? 3 : 1), double(m_values.floor));
    return dering.step == 0 ? ShSet{1, {light.rgb[0]}} : windowSh(light, PN_WINDOW_GAUSS, dering.width());
}

FactorFormula::Pair FactorFormula::pairAt(const Lights& lights, const Surface& surface) const
{
    const SurfaceLight probe = probeLightAt(lights.probe, surface);
    return {probe, lightAt(lights.local, surface), alongLookup(lights.probe, probe, surface)};
}

FactorFormula::Pair FactorFormula::pairAt(const Lights& lights, const Surface& surface, const SurfaceLight& local,
                                          Known known) const
{
    const SurfaceLight probe = knownPart(probeLightAt(lights.probe, surface), known);
    const bool isAlongNormal = known == Known::AlongNormalOnly;
    return {probe, local, isAlongNormal ? probe.alongNormal : alongLookup(lights.probe, probe, surface)};
}

double FactorFormula::scalar(const Rgb& light, std::size_t channel) const
{
    return m_values.channels == PN_CHANNELS_RGB ? light[channel] : weighted(light, m_preset.brightness);
}

Rgb FactorFormula::factor(const Surface& surface) const
{
    const Lights& lights = lightsAt(surface.roughness);
    return factor(lights, pairAt(lights, surface), surface);
}

Rgb FactorFormula::factor(const Surface& surface, const SurfaceLight& local, Known known) const
{
    const Lights& lights = lightsAt(surface.roughness);
    return factor(lights, pairAt(lights, surface, local, known), surface);
}

Rgb FactorFormula::reflection(const Surface& surface, const Rgb& radiance) const
{
    const Lights& lights = lightsAt(surface.roughness);
    return reflection(lights, pairAt(lights, surface), surface, radiance);
}

Rgb FactorFormula::reflection(const Surface& surface, const Rgb& radiance, const SurfaceLight& local, Known known) const
{
    const Lights& lights = lightsAt(surface.roughness);
    return reflection(lights, pairAt(lights, surface, local, known), surface, radiance);
}

Rgb FactorFormula::reflection(const Lights& lights, const Pair& pair, const Surface& surface, const Rgb& radiance) const
{
    if (!m_preset.isFactor)
        return reflected(pair, surface, radiance);
    const Rgb multiple = factor(lights, pair, surface);
    return multiplied(multiple, radiance);
}

Rgb FactorFormula::factor(const Lights& lights, const Pair& pair, const Surface& surface) const
{
    const bool looksLikeHdrp = m_values.preset == PN_PRESET_HDRP || m_values.preset == PN_PRESET_HDRP_CORRECTED;
    const Rgb& along = pair.local.alongReflection;
    if (looksLikeHdrp && std::any_of(along.begin(), along.end(), [](double channel) { return channel < 0.0; }))
        return {1.0, 1.0, 1.0}; // HDRP treats it as missing data
    Rgb gains{};
    if (!m_preset.isFactor)
        gains = blendedFactor(pair, surface);
    const auto ofChannel = [&](std::size_t channel) {
        const double gain = m_preset.isFactor ? quotient(lights, pair, surface, channel) : gains[channel];
        return 1.0 + fade(surface.roughness) * (limited(gain, surface.roughness) - 1.0);
    };
    const double first = ofChannel(0);
    return m_values.channels == PN_CHANNELS_RGB ? Rgb{first, ofChannel(1), ofChannel(2)} : Rgb{first, first, first};
}

// The result per channel, or the same multiple of all channels, from the luminance.
Rgb FactorFormula::reflected(const Pair& pair, const Surface& surface, const Rgb& radiance) const
{
    Rgb light{};
    for (std::size_t c = 0; c < 3; ++c)
        light[c] = std::max(radiance[c], 0.0);
    const bool isRgb = m_values.channels == PN_CHANNELS_RGB;
    const double whole = std::max(weighted(light, m_preset.brightness), m_preset.least);
    const Rgb shown = isRgb ? light : Rgb{whole, whole, whole};
    const Rgb result = bounded(blended(pair, surface, shown), shown, surface.roughness);
    if (isRgb)
        return result;
    const double multiple = result[0] / whole;
    return multiplied({multiple, multiple, multiple}, light);
}

Rgb FactorFormula::blended(const Pair& pair, const Surface& surface, const Rgb& shown) const
{
    const Seen local = seen(pair.local.alongReflection, pair.local.average);
    const Seen probe = seen(pair.probeAlongLookup, pair.probe.average);
    const double luminance = m_values.channels == PN_CHANNELS_RGB ? weighted(shown, m_preset.brightness) : shown[0];
    const Blend shares = blendOf(local.luminance, probe.luminance, luminance, surface.roughness);
    Rgb result{};
    for (std::size_t c = 0; c < 3; ++c)
        result[c] = shares.probe * shown[c] + shares.local * local.channels[c];
    return result;
}

// Of a probe that shows its own light.
Rgb FactorFormula::blendedFactor(const Pair& pair, const Surface& surface) const
{
    const Rgb own = seen(pair.probeAlongLookup, pair.probe.average).channels;
    Rgb factor = blended(pair, surface, own);
    for (std::size_t c = 0; c < 3; ++c)
        factor[c] /= own[c];
    return factor;
}

// A result within the bounds of result / shown, faded. What shows less than the least value is bounded by that.
Rgb FactorFormula::bounded(const Rgb& result, const Rgb& shown, double roughness) const
{
    const double low = double(m_values.low), high = double(m_values.high), part = fade(roughness);
    Rgb within{};
    for (std::size_t c = 0; c < 3; ++c)
    {
        const double most = high * std::max(shown[c], m_preset.least);
        within[c] = shown[c] + part * (std::clamp(result[c], std::min(low * shown[c], most), most) - shown[c]);
    }
    return within;
}

// All channels raised to the floor.
Rgb FactorFormula::floored(const Rgb& along, const Rgb& average) const
{
    Rgb result{};
    for (std::size_t c = 0; c < 3; ++c)
        result[c] = std::max({along[c], double(m_values.floor) * average[c], m_preset.least});
    return result;
}

FactorFormula::Seen FactorFormula::seen(const Rgb& along, const Rgb& average) const
{
    const Rgb light = floored(along, average);
    const double luminance = weighted(light, m_preset.brightness);
    return {luminance, m_values.channels == PN_CHANNELS_RGB ? light : Rgb{luminance, luminance, luminance}};
}

double FactorFormula::quotient(const Lights& lights, const Pair& pair, const Surface& surface,
                               std::size_t channel) const
{
    const auto of = [&](const Rgb& light) { return scalar(light, channel); };
    const SurfaceLight &local = pair.local, &probe = pair.probe;
    const double least = m_preset.least, mean = of(probe.average);
    switch (m_values.preset)
    {
    case PN_PRESET_BLACKOPS: return of(local.average) / std::max(mean, least);
    case PN_PRESET_UNREAL: return of(local.alongNormal) / std::max(mean, least);
    case PN_PRESET_HDRP:
        return hdrpQuotient(of(local.alongReflection), of(hdrpDenominator(lights.probe, surface.normal)), lights.probe);
    case PN_PRESET_HDRP_CORRECTED:
        return hdrpQuotient(of(local.alongReflection), of(probe.alongReflection), lights.probe);
    case PN_PRESET_SOURCE2: return of(local.alongNormal) / of(probe.alongNormal);
    case PN_PRESET_EEVEE: return (of(local.average) / norm::kL0 + kEeveeAddend) / (mean / norm::kL0 + kEeveeAddend);
    case PN_PRESET_GODOT: return godotOcclusion(of(local.alongNormal), surface.roughness, surface.metallic);
    case PN_PRESET_REND2: return of(local.alongNormal) / rend2Luminance(probe.alongNormal, m_preset.brightness);
    case PN_PRESET_COMMUNITY_SHADERS:
        return std::max(of(local.alongReflection), 0.0) / std::max(of(probe.alongReflection), least);
    default: return of(local.alongReflection) / flooredAlong(probe, channel);
    }
}

double FactorFormula::flooredAlong(const SurfaceLight& probe, std::size_t channel) const
{
    return std::max({scalar(probe.alongReflection, channel), double(m_values.floor) * scalar(probe.average, channel),
                     m_preset.least});
}

double FactorFormula::limited(double quotient, double roughness) const
{
    const double low = double(m_values.low);
    double high = double(m_values.high);
    if (m_values.preset == PN_PRESET_SOURCE2) // the caller's low wins over this limit
        high = std::max(low, std::min(high, source2Limit(roughness)));
    return quotient == quotient ? std::clamp(quotient, low, high) : 1.0; // 0 / 0
}

double FactorFormula::fade(double roughness) const
{
    const double weight = double(m_values.weight);
    return m_values.fadeEnd < 0.0f
               ? weight
               : weight * smoothstep(double(m_values.fadeBegin), double(m_values.fadeEnd), roughness);
}

Rgb FactorFormula::divisor(const Vec3& direction, double roughness) const
{
    const bool isEevee = m_values.preset == PN_PRESET_EEVEE; // divides by coefficients, not by light
    const double scale = isEevee ? 1.0 / norm::kL0 : 1.0, addend = isEevee ? kEeveeAddend : 0.0;
    const Surface surface{.reflection = direction, .normal = direction, .roughness = roughness, .metallic = 1.0};
    SurfaceLight probe = lightAt(lightsAt(roughness).probe, surface);
    if (m_preset.usesAverages)
        probe.alongReflection = probe.average;
    const auto ofChannel = [&](std::size_t channel) {
        const double least = std::max(double(m_values.floor) * scale * scalar(probe.average, channel), m_preset.least);
        return std::max(scale * scalar(probe.alongReflection, channel) + addend, least);
    };
    const double first = ofChannel(0);
    return m_values.channels == PN_CHANNELS_RGB ? Rgb{first, ofChannel(1), ofChannel(2)} : Rgb{first, first, first};
}

} // namespace pn
