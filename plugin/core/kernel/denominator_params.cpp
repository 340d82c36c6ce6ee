#include "core/kernel/denominator_params.h"

#include "core/sh/evaluate.h"
#include "core/sh/preset.h"
#include "core/sh/roughness_mapping.h"
#include "core/sh/window.h"

#include <algorithm>
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

using shared::DenominatorParams;

DenominatorParams denominatorParams(const PnNormalization& normalization, double roughness)
{
    using namespace norm;
    const Preset& preset = presetOf(normalization);
    requireDivides(preset);
    const std::uint32_t bands = preset.usesAverages ? 1 : normalization.bands;
    LobeWeights lobe = normalization.lobe == PN_LOBE_GGX ? ggxLobe(roughness) : cosineLobe();
    std::fill(lobe.begin() + bands, lobe.end(), 0.0);
    const bool isEevee = normalization.preset == PN_PRESET_EEVEE; // divides by coefficients, not by light
    DenominatorParams p{};
    p.isRgb = normalization.channels == PN_CHANNELS_RGB;
    p.derings = normalization.dering == PN_DERING_AUTO && bands > 1;
    p.weightR = float(preset.brightness[0]);
    p.weightG = float(preset.brightness[1]);
    p.weightB = float(preset.brightness[2]);
    p.scaleConstant = isEevee ? 1.0f : float(kL0);
    p.scaleLinear = float(kL1 * lobe[1]);
    p.scaleMixed = float(kL2M1 * lobe[2]);
    p.scaleZonal = float(kL2M0 * lobe[2]);
    p.scaleSectoral = float(kL2M2 * lobe[2]);
    p.addend = isEevee ? float(kEeveeAddend) : 0.0f;
    p.floor = normalization.floor;
    p.least = float(preset.least);
    return p;
}

std::vector<DenominatorParams> denominatorParams(const PnNormalization& normalization, std::uint32_t baseSize,
                                                 std::size_t mipCount)
{
    std::vector<DenominatorParams> result;
    const std::size_t count = normalization.lobe == PN_LOBE_GGX ? mipCount : 1;
    for (std::uint32_t mip = 0; mip < count; ++mip)
    {
        const double roughness = mipRoughness(normalization.mapping, baseSize, std::uint32_t(mipCount), mip);
        result.push_back(denominatorParams(normalization, roughness));
        result.back().outputOffset = std::uint32_t(mip) * shared::kDenominatorWords;
    }
    return result;
}

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
