#include "core/sh/denominator_facts.h"

#include "core/sh/dering.h"
#include "core/sh/lobe.h"
#include "core/sh/preset.h"

#include <vector>

namespace pn {
namespace {

// The probe's light in the form that the preset divides by: one scalar, or one per channel.
std::vector<ScalarSh> denominatorLights(const PnNormalization& n, const PnSh& probe)
{
    const Preset& preset = presetOf(n);
    const double roughness = 0.0; // of the first mip
    LobeWeights weights = n.lobe == PN_LOBE_GGX ? ggxLobe(roughness) : cosineLobe();
    ShSet set = widenSh(probe);
    set.bands = std::min(set.bands, preset.usesAverages ? 1 : n.bands);
    const double scale = n.preset == PN_PRESET_EEVEE ? 1.0 / norm::kL0 : 1.0; // it takes L00 for light
    for (double& weight : weights)
        weight *= scale;
    set = scaleBands(set, weights);
    if (n.channels == PN_CHANNELS_LUMINANCE)
        return {weightedSum(set, preset.brightness)};
    return {channelOf(set, 0), channelOf(set, 1), channelOf(set, 2)};
}

} // namespace

DenominatorFacts describeDenominator(const PnNormalization& normalization, const PnSh& probe, std::uint32_t step)
{
    const std::vector<ScalarSh> lights = denominatorLights(normalization, probe);
    const Dering dering = describeDering(lights, step);
    double mean = 0.0;
    for (const ScalarSh& light : lights)
        mean += average(light) / double(lights.size());
    return {.width = dering.width(),
            .minimumBefore = dering.minimumBefore,
            .minimumAfter = dering.minimumAfter,
            .energyKept = dering.energyKept,
            .average = mean};
}

} // namespace pn
