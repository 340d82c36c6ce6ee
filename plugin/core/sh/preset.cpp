#include "core/sh/preset.h"

#include "core/error.h"
#include "core/sh/roughness_mapping.h"

#include <limits>

namespace pn {
namespace {

constexpr float kNone = std::numeric_limits<float>::max(); // no upper bound; -kNone is no lower bound
constexpr float kNoFade = -1.0f;
constexpr float kLeastFloor = 1e-6f; // of formulas without a floor
constexpr ChannelWeights kUnrealLuminance = {0.3, 0.59, 0.11};
constexpr ChannelWeights kGodotLuminance = {0.3, 0.59, 0.11};
constexpr ChannelWeights kUnityLuminance = {0.2126729, 0.7151522, 0.072175};
constexpr ChannelWeights kRend2Luminance = {0.2125, 0.7154, 0.0721};
constexpr ChannelWeights kSum = {1.0, 1.0, 1.0};

constexpr const char* kLooksAlongNormal = "divides by light along the surface's normal, which no texel knows";
constexpr const char* kDividesByNothing = "does not divide by the probe's light";

struct Limits
{
    float low = -kNone, high = kNone;
    float fadeBegin = kNoFade, fadeEnd = kNoFade;
};

// The formulas of engines: one factor for all channels, from irradiance without changes.
constexpr PnNormalization engineValues(PnPreset preset, std::uint32_t bands, const Limits& limits = {})
{
    return {.structSize = sizeof(PnNormalization),
            .preset = preset,
            .bands = bands,
            .channels = PN_CHANNELS_LUMINANCE,
            .lobe = PN_LOBE_COSINE,
            .dering = PN_DERING_NONE,
            .floor = kLeastFloor,
            .low = limits.low,
            .high = limits.high,
            .fadeBegin = limits.fadeBegin,
            .fadeEnd = limits.fadeEnd,
            .weight = 1.0f,
            .version = 1,
            .mapping = PN_ROUGHNESS_MAPPING_LINEAR};
}

// Our formula: de-ringed, and never below a hundredth of the average.
constexpr PnNormalization ourValues(PnPreset preset, PnChannels channels, std::uint32_t version, const Limits& limits)
{
    PnNormalization values = engineValues(preset, 3, limits);
    values.channels = channels;
    values.dering = PN_DERING_AUTO;
    values.floor = 0.01f;
    values.version = version;
    return values;
}

constexpr PnNormalization withChannels(PnNormalization values, PnChannels channels)
{
    values.channels = channels;
    return values;
}

constexpr std::array<Preset, PN_PRESET_COUNT> kPresets = {{
    {.name = "probenorm",
     .values = ourValues(PN_PRESET_PROBENORM, PN_CHANNELS_RGB, 4, {.low = 0.0f}),
     .isFactor = false},
    {.name = "blackops",
     .values = engineValues(PN_PRESET_BLACKOPS, 1),
     .usesAverages = true,
     .needsAverage = true,
     .needsCoefficients = true},
    {.name = "unreal",
     .values = engineValues(PN_PRESET_UNREAL, 1, {.high = 10000.0f, .fadeBegin = 0.1f, .fadeEnd = 0.3f}),
     .brightness = kUnrealLuminance,
     .needsNormal = true,
     .usesAverages = true,
     .needsCoefficients = true,
     .least = 1e-4},
    {.name = "hdrp",
     .values = engineValues(PN_PRESET_HDRP, 3, {.low = 0.005f, .high = 1.0f}),
     .brightness = kUnityLuminance,
     .cannotDivide = kLooksAlongNormal,
     .needsNormal = true,
     .needsCoefficients = true},
    {.name = "hdrp-corrected",
     .values = engineValues(PN_PRESET_HDRP_CORRECTED, 3, {.low = 0.005f, .high = 1.0f}),
     .brightness = kUnityLuminance,
     .needsCoefficients = true},
    {.name = "source2",
     .values = engineValues(PN_PRESET_SOURCE2, 2),
     .cannotDivide = kLooksAlongNormal,
     .needsNormal = true,
     .needsCoefficients = true},
    {.name = "eevee",
     .values = engineValues(PN_PRESET_EEVEE, 1, {.low = 0.0f, .high = 1.0f}),
     .brightness = kSum,
     .usesAverages = true,
     .needsAverage = true,
     .needsCoefficients = true},
    {.name = "classic",
     .values = ourValues(PN_PRESET_CLASSIC, PN_CHANNELS_LUMINANCE, 1,
                         {.low = 0.0f, .high = 7.0f, .fadeBegin = 0.1f, .fadeEnd = 0.3f})},
    {.name = "godot",
     .values = engineValues(PN_PRESET_GODOT, 3),
     .brightness = kGodotLuminance,
     .cannotDivide = kDividesByNothing,
     .needsNormal = true},
    {.name = "rend2",
     .values = withChannels(engineValues(PN_PRESET_REND2, 3), PN_CHANNELS_RGB),
     .brightness = kRend2Luminance,
     .cannotDivide = kLooksAlongNormal,
     .needsNormal = true,
     .needsCoefficients = true},
    {.name = "community-shaders", .values = engineValues(PN_PRESET_COMMUNITY_SHADERS, 2), .least = 1e-3},
}};

template <typename T>
void fill(T& value, T own)
{
    if (value == T{})
        value = own;
}

void fillFrom(const PnNormalization& own, PnNormalization& n)
{
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
    fill(n.version, own.version);
    fill(n.mapping, own.mapping);
}

void checkFields(const PnNormalization& n)
{
    require(n.bands <= 3, "normalization.bands must be in 1..3, or 0 for the preset's");
    require(n.channels == PN_CHANNELS_LUMINANCE || n.channels == PN_CHANNELS_RGB, "normalization.channels is unknown");
    require(n.lobe == PN_LOBE_COSINE || n.lobe == PN_LOBE_GGX, "normalization.lobe is unknown");
    require(isRoughnessMapping(n.mapping), "normalization.mapping is unknown");
    require(n.dering == PN_DERING_AUTO || n.dering == PN_DERING_NONE, "normalization.dering is unknown");
    require(n.floor >= 1e-6f && n.floor <= 0.9f, "normalization.floor must be in 1e-6..0.9, or 0 for the preset's");
    require(n.low <= n.high, "normalization.low must be at most normalization.high"); // NaN fails, too
    require(n.fadeBegin <= 1.0f && n.fadeEnd <= 1.0f, "normalization.fadeBegin and fadeEnd must be at most 1");
    require(n.weight > 0.0f && n.weight <= 1.0f, "normalization.weight must be in 0..1, and 0 is 1");
}

const Preset& knownPreset(const PnNormalization& normalization)
{
    const Preset* preset = findPreset(normalization.preset);
    require(preset != nullptr, "normalization.preset must be one of PN_PRESET_*");
    const std::uint32_t own = preset->values.version;
    require(normalization.version == 0 || normalization.version == own, "normalization.version is ",
            normalization.version, ", and this library has version ", own, " of the preset ", preset->name, " alone");
    return *preset;
}

} // namespace

const Preset* findPreset(PnPreset preset)
{
    return preset >= 0 && preset < PN_PRESET_COUNT ? &kPresets[std::size_t(preset)] : nullptr;
}

const Preset& presetOf(const PnNormalization& normalization)
{
    return kPresets[std::size_t(normalization.preset)];
}

void requireDivides(const Preset& preset)
{
    if (preset.cannotDivide != nullptr)
        throw Error(PN_ERROR_UNSUPPORTED,
                    joined("preset ", preset.name, " ", preset.cannotDivide, "; it can only be used as a factor"));
}

PnNormalization resolveNormalization(const PnNormalization& normalization)
{
    PnNormalization n = normalization;
    fillFrom(knownPreset(normalization).values, n);
    checkFields(n);
    return n;
}

} // namespace pn
