#include "core/kernel/denominator_params.h"

#include "core/sh/lobe.h"
#include "core/sh/preset.h"

#include <algorithm>

namespace pn {

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

std::vector<DenominatorParams> denominatorParams(const PnNormalization& normalization, std::size_t mipCount)
{
    std::vector<DenominatorParams> result;
    const std::size_t count = normalization.lobe == PN_LOBE_GGX ? mipCount : 1;
    for (std::size_t mip = 0; mip < count; ++mip)
    {
        result.push_back(denominatorParams(normalization, mipCount > 1 ? double(mip) / double(mipCount - 1) : 0.0));
        result.back().outputOffset = std::uint32_t(mip) * shared::kDenominatorWords;
    }
    return result;
}

} // namespace pn
