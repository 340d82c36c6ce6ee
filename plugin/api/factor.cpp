#include "api/factor.h"

#include "api/boundary.h"
#include "api/sh.h"
#include "core/normalization.h"

using pn::api::guarded;
using pn::api::require;

namespace pn::api {

PnNormalization readNormalization(const PnNormalization* normalization)
{
    PnNormalization read{};
    if (normalization != nullptr)
        read = readDesc(normalization, sizeof(PnNormalization), "normalization");
    return resolveNormalization(read);
}

namespace {

// The surfaces of one call, checked before anything is written.
struct Surfaces
{
    std::size_t count;
    const float* reflections;
    const float* normals;
    const float* roughness;

    void check(const Preset& preset) const
    {
        require(count == 0 || reflections != nullptr, "reflections is null");
        require(count == 0 || normals != nullptr || !preset.needsNormal, "normals is null, and the preset needs them");
        for (std::size_t i = 0; i < count; ++i)
        {
            unitDirection(reflections + 3 * i, "reflections");
            if (normals != nullptr)
                unitDirection(normals + 3 * i, "normals");
            require(roughness == nullptr || (roughness[i] >= 0.0f && roughness[i] <= 1.0f),
                    "roughness must be in 0..1");
        }
    }

    Surface at(std::size_t i) const
    {
        Surface surface;
        surface.reflection = unitDirection(reflections + 3 * i);
        if (normals != nullptr)
            surface.normal = unitDirection(normals + 3 * i);
        if (roughness != nullptr)
            surface.roughness = roughness[i];
        return surface;
    }
};

} // namespace
} // namespace pn::api

const char* pnGetPresetName(PnPreset preset)
{
    const pn::Preset* found = pn::findPreset(preset);
    return found != nullptr ? found->name : nullptr;
}

PnResult pnFindPreset(const char* name, PnNormalization* outNormalization)
{
    return guarded([&] {
        require(name != nullptr, "name is null");
        const std::uint32_t size =
            pn::api::readStructSize(outNormalization, sizeof(PnNormalization), "outNormalization");
        PnPreset preset = 0;
        while (preset < PN_PRESET_COUNT && std::string_view(pnGetPresetName(preset)) != name)
            ++preset;
        require(preset < PN_PRESET_COUNT, "name is not that of a preset");
        PnNormalization values = pn::findPreset(preset)->values;
        values.structSize = size;
        std::memcpy(outNormalization, &values, std::min<std::size_t>(size, sizeof(values)));
    });
}

PnResult pnEvaluateFactor(const PnNormalization* normalization, const PnSh* probe, const PnSh* local, uint32_t count,
                          const float* reflections, const float* normals, const float* roughness, float* outFactors)
{
    return guarded([&] {
        const PnNormalization values = pn::api::readNormalization(normalization);
        const pn::api::Surfaces surfaces{count, reflections, normals, roughness};
        surfaces.check(*pn::findPreset(values.preset));
        require(count == 0 || outFactors != nullptr, "outFactors is null");
        const pn::FactorFormula formula(values, pn::api::readFiniteSh(probe, "probe"),
                                        pn::api::readFiniteSh(local, "local"));
        for (std::size_t i = 0; i < count; ++i)
        {
            const pn::Rgb factor = formula.evaluate(surfaces.at(i));
            for (std::size_t c = 0; c < 3; ++c)
                outFactors[3 * i + c] = float(factor[c]);
        }
    });
}
