#include "core/normalization.h"

#include "core/dering.h"
#include "core/error.h"
#include "core/evaluate.h"
#include "core/lobe.h"
#include "core/window.h"

#include <algorithm>
#include <limits>

namespace pn {
namespace {

constexpr float kNone = std::numeric_limits<float>::max(); // no upper clamp; -kNone no lower one
constexpr float kNoFade = -1.0f;
constexpr float kLeastFloor = 1e-6f; // what formulas without a floor get
constexpr ChannelWeights kUnrealLuminance = {0.3, 0.59, 0.11};
constexpr ChannelWeights kUnityLuminance = {0.2126729, 0.7151522, 0.072175};
constexpr ChannelWeights kSum = {1.0, 1.0, 1.0};

constexpr PnNormalization values(PnPreset preset, std::uint32_t bands, float low, float high, float fadeBegin,
                                 float fadeEnd)
{
    const bool isOurs = preset == PN_PRESET_PROBENORM;
    return {sizeof(PnNormalization),
            preset,
            bands,
            PN_CHANNELS_LUMINANCE,
            PN_LOBE_COSINE,
            isOurs ? PN_DERING_AUTO : PN_DERING_NONE,
            isOurs ? 0.01f : kLeastFloor,
            low,
            high,
            fadeBegin,
            fadeEnd,
            1.0f};
}

constexpr std::array<Preset, PN_PRESET_COUNT> kPresets = {{
    {"probenorm", values(PN_PRESET_PROBENORM, 3, 0.0f, 7.0f, 0.1f, 0.3f), kRec709, false, false, false},
    {"blackops", values(PN_PRESET_BLACKOPS, 1, -kNone, kNone, kNoFade, kNoFade), kRec709, false, false, true},
    {"unreal", values(PN_PRESET_UNREAL, 1, -kNone, 10000.0f, 0.1f, 0.3f), kUnrealLuminance, false, true, true, 1e-4},
    {"hdrp", values(PN_PRESET_HDRP, 3, 0.005f, 1.0f, kNoFade, kNoFade), kUnityLuminance, true, true, false},
    {"hdrp-corrected", values(PN_PRESET_HDRP_CORRECTED, 3, 0.005f, 1.0f, kNoFade, kNoFade), kUnityLuminance, false,
     false, false},
    {"source2", values(PN_PRESET_SOURCE2, 2, -kNone, kNone, kNoFade, kNoFade), kRec709, true, true, false},
    {"eevee", values(PN_PRESET_EEVEE, 1, 0.0f, 1.0f, kNoFade, kNoFade), kSum, false, false, true},
}};

void requireField(bool condition, const char* message)
{
    if (!condition)
        throw Error(PN_ERROR_INVALID_ARGUMENT, message);
}

template <typename T>
void fill(T& value, T own)
{
    if (value == T{})
        value = own;
}

double smoothstep(double from, double to, double x)
{
    if (to <= from)
        return x < to ? 0.0 : 1.0;
    const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

// Source 2's upper bound: 1 up to a roughness of 0.1, 32 at 1.
double source2Limit(double roughness)
{
    return std::max(1.0, 34.44445 * roughness - 2.44445);
}

} // namespace

const Preset* findPreset(PnPreset preset)
{
    return preset >= 0 && preset < PN_PRESET_COUNT ? &kPresets[std::size_t(preset)] : nullptr;
}

PnNormalization resolveNormalization(const PnNormalization& normalization)
{
    const Preset* preset = findPreset(normalization.preset);
    requireField(preset != nullptr, "normalization.preset must be one of PN_PRESET_*");
    PnNormalization n = normalization;
    const PnNormalization& own = preset->values;
    fill(n.bands, own.bands);
    fill(n.channels, own.channels);
    fill(n.lobe, own.lobe);
    fill(n.dering, own.dering);
    fill(n.floor, own.floor);
    fill(n.low, own.low);
    fill(n.high, own.high);
    fill(n.fadeBegin, own.fadeBegin);
    fill(n.fadeEnd, own.fadeEnd);
    fill(n.weight, own.weight);
    requireField(n.bands <= 3, "normalization.bands must be in 1..3, or 0 for the preset's");
    requireField(n.channels == PN_CHANNELS_LUMINANCE || n.channels == PN_CHANNELS_RGB,
                 "normalization.channels is unknown");
    requireField(n.lobe == PN_LOBE_COSINE || n.lobe == PN_LOBE_GGX, "normalization.lobe is unknown");
    requireField(n.dering == PN_DERING_AUTO || n.dering == PN_DERING_NONE, "normalization.dering is unknown");
    requireField(n.floor >= 1e-6f && n.floor <= 0.9f,
                 "normalization.floor must be in 1e-6..0.9, or 0 for the preset's");
    requireField(n.low <= n.high, "normalization.low must be at most normalization.high"); // NaN fails, too
    requireField(n.fadeBegin <= 1.0f && n.fadeEnd <= 1.0f, "normalization.fadeBegin and fadeEnd must be at most 1");
    requireField(n.weight > 0.0f && n.weight <= 1.0f, "normalization.weight must be in 0..1, and 0 is 1");
    return n;
}

FactorFormula::FactorFormula(const PnNormalization& normalization, const ShSet& probe, const ShSet& local)
    : m_preset(*findPreset(normalization.preset)), m_values(normalization), m_probe(probe), m_local(local)
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

ShSet FactorFormula::makeLight(const ShSet& radiance, double roughness) const
{
    const LobeWeights lobe = m_values.lobe == PN_LOBE_GGX ? ggxLobe(roughness) : cosineLobe();
    ShSet light = radiance;
    for (std::size_t i = 0; i < light.count(); ++i)
        for (double& channel : light.rgb[i])
            channel *= lobe[kBandOf[i]];
    if (m_values.dering == PN_DERING_NONE)
        return light;
    const bool isRgb = m_values.channels == PN_CHANNELS_RGB;
    const std::array<ScalarSh, 3> scalars = {scalar(light, 0), scalar(light, 1), scalar(light, 2)};
    const Dering dering = findDering(std::span(scalars).first(isRgb ? 3 : 1), double(m_values.floor));
    return dering.step == 0 ? ShSet{1, {light.rgb[0]}} : windowSh(light, PN_WINDOW_GAUSS, dering.width());
}

ScalarSh FactorFormula::scalar(const ShSet& set, std::size_t channel) const
{
    return m_values.channels == PN_CHANNELS_RGB ? channelOf(set, channel) : weightedSum(set, m_preset.brightness);
}

// As shipped, the denominator looks along the normal, and takes l = 1, stored as y z x, for x y z.
double FactorFormula::hdrpQuotient(double numerator, const ScalarSh& probe, const Vec3& normal) const
{
    ScalarSh shipped = probe;
    shipped.coefficients[3] = probe.coefficients[1];
    shipped.coefficients[1] = probe.coefficients[2];
    shipped.coefficients[2] = probe.coefficients[3];
    const double denominator = pn::evaluate(shipped, normal);
    return numerator != denominator ? numerator / denominator : 1.0;
}

double FactorFormula::quotient(const Lights& lights, const Surface& surface, std::size_t channel) const
{
    const ScalarSh probe = scalar(lights.probe, channel), local = scalar(lights.local, channel);
    const bool isBlack =
        std::all_of(probe.coefficients.begin(), probe.coefficients.end(), [](double c) { return c == 0; });
    const double mean = average(probe), least = m_preset.least;
    const double alongReflection = pn::evaluate(local, surface.reflection);
    switch (m_values.preset)
    {
    case PN_PRESET_BLACKOPS: return average(local) / std::max(mean, least);
    case PN_PRESET_UNREAL: return pn::evaluate(local, surface.normal) / std::max(mean, least);
    case PN_PRESET_HDRP: return isBlack ? 0.0 : hdrpQuotient(alongReflection, probe, surface.normal);
    case PN_PRESET_HDRP_CORRECTED: {
        const double denominator = pn::evaluate(probe, surface.reflection);
        return isBlack ? 0.0 : alongReflection != denominator ? alongReflection / denominator : 1.0;
    }
    case PN_PRESET_SOURCE2: return pn::evaluate(local, surface.normal) / pn::evaluate(probe, surface.normal);
    case PN_PRESET_EEVEE: return (local.coefficients[0] + kEeveeAddend) / (probe.coefficients[0] + kEeveeAddend);
    default:
        return alongReflection /
               std::max({pn::evaluate(probe, surface.reflection), double(m_values.floor) * mean, least});
    }
}

double FactorFormula::limited(double quotient, double roughness) const
{
    const double low = double(m_values.low);
    double high = double(m_values.high);
    if (m_values.preset == PN_PRESET_SOURCE2) // its limit gives way to the caller's low
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

Rgb FactorFormula::evaluate(const Surface& surface) const
{
    const Lights lights = m_values.lobe == PN_LOBE_COSINE ? m_lights : makeLights(surface.roughness);
    if (m_values.preset == PN_PRESET_HDRP || m_values.preset == PN_PRESET_HDRP_CORRECTED)
    {
        const Rgb along = pn::evaluate(lights.local, surface.reflection);
        if (std::any_of(along.begin(), along.end(), [](double channel) { return channel < 0.0; }))
            return {1.0, 1.0, 1.0}; // HDRP takes it for missing data
    }
    const auto factor = [&](std::size_t channel) {
        const double clamped = limited(quotient(lights, surface, channel), surface.roughness);
        return 1.0 + fade(surface.roughness) * (clamped - 1.0);
    };
    const double first = factor(0);
    return m_values.channels == PN_CHANNELS_RGB ? Rgb{first, factor(1), factor(2)} : Rgb{first, first, first};
}

} // namespace pn
