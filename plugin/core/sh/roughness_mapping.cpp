#include "core/sh/roughness_mapping.h"

#include <algorithm>
#include <cmath>

namespace pn {
namespace {

// 2^(twelfths / 12) by products, so that every C library gives the same bits.
double powerOfTwo(int twelfths)
{
    const double twelfth = 1.0594630943592953; // 2^(1 / 12)
    int whole = twelfths / 12, rest = twelfths % 12;
    if (rest < 0)
    {
        rest += 12;
        --whole;
    }
    double value = 1;
    for (int i = 0; i < rest; ++i)
        value *= twelfth;
    return std::ldexp(value, whole);
}

double mappingRoughness(PnRoughnessMapping mapping, std::uint32_t baseSize, std::uint32_t mipCount, std::uint32_t mip)
{
    const double linear = mipCount > 1 ? double(mip) / (mipCount - 1) : 0;
    switch (mapping)
    {
    case PN_ROUGHNESS_MAPPING_UNITY: {
        const double steps = std::min(mip, 6u) / 6.0; // = r (1.7 - 0.7 r)
        return mip == 0 ? 0 : (1.7 - std::sqrt(2.89 - 2.8 * steps)) / 1.4;
    }
    case PN_ROUGHNESS_MAPPING_UNREAL: return powerOfTwo((int(mip) + 3 - int(mipCount)) * 10); // / 1.2 = 10 / 12
    case PN_ROUGHNESS_MAPPING_FILAMENT: return 1 - std::sqrt(1 - linear);
    case PN_ROUGHNESS_MAPPING_BABYLON:
        return mip > 0 ? std::sqrt(powerOfTwo(int(mip) * 15) / baseSize) : 0; // / 0.8 = 15 / 12
    case PN_ROUGHNESS_MAPPING_GODOT: return linear * linear;
    default: return linear;
    }
}

} // namespace

bool isRoughnessMapping(PnRoughnessMapping mapping)
{
    return mapping >= PN_ROUGHNESS_MAPPING_LINEAR && mapping <= PN_ROUGHNESS_MAPPING_GODOT;
}

double mipRoughness(PnRoughnessMapping mapping, std::uint32_t baseSize, std::uint32_t mipCount, std::uint32_t mip)
{
    return std::min(mappingRoughness(mapping, baseSize, mipCount, mip), 1.0);
}

std::vector<float> mipRoughness(PnRoughnessMapping mapping, std::uint32_t baseSize, std::uint32_t mipCount)
{
    std::vector<float> roughness(mipCount);
    for (std::uint32_t mip = 0; mip < mipCount; ++mip)
        roughness[mip] = float(mipRoughness(mapping, baseSize, mipCount, mip));
    return roughness;
}

} // namespace pn
