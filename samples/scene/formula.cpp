#include "formula.h"

#include "bsdf.h"
#include "formula_rows.h"
#include "parallel.h"

#include <glm/common.hpp>

#include <array>

namespace scene {
namespace {

PnNormalization preset(PnPreset which)
{
    return probenorm::getPreset(probenorm::presetName(which));
}

// One surface, of the local light as coefficients.
PnSurfaces surfaceOf(const FormulaInput& in)
{
    auto surface = probenorm::sized<PnSurfaces>();
    surface.count = 1;
    surface.radiance = &in.plain.x;
    surface.reflections = &in.reflection.x;
    surface.lookups = &in.lookup.x;
    surface.normals = &in.normal.x;
    surface.roughness = &in.roughness;
    surface.probe = &in.probe;
    surface.local = &in.place;
    return surface;
}

vec3 reflectionOf(const PnNormalization& normalization, const PnSurfaces& surface)
{
    vec3 result;
    probenorm::throwIfFailed(pnEvaluateReflection(&normalization, &surface, &result.x));
    return result;
}

Formula presetFormula(std::string name, const PnNormalization& normalization)
{
    return {std::move(name),
            [normalization](const FormulaInput& in) { return reflectionOf(normalization, surfaceOf(in)); }};
}

void addPresets(std::vector<Formula>& formulas)
{
    for (PnPreset which = 0; which < PN_PRESET_COUNT; ++which)
        formulas.push_back(presetFormula(pnGetPresetName(which), preset(which)));
}

// Presets that have one factor get one per channel.
void addPresetsPerChannel(std::vector<Formula>& formulas)
{
    for (PnPreset which = 0; which < PN_PRESET_COUNT; ++which)
    {
        PnNormalization normalization = preset(which);
        if (normalization.channels == PN_CHANNELS_RGB)
            continue;
        normalization.channels = PN_CHANNELS_RGB;
        formulas.push_back(presetFormula(std::string(pnGetPresetName(which)) + ", rgb", normalization));
    }
}

Irradiance placeOf(const FormulaInput& in)
{
    return irradianceOf(in.place, in.normal, in.reflection);
}

// What a cubemap's texels are divided by, along the direction that it is looked up by.
vec3 divisorOf(const FormulaInput& in)
{
    return irradianceOf(in.probe, in.normal, in.lookup).alongReflection;
}

// Of the local irradiance along the normal.
vec3 normalForm(const FormulaInput& in)
{
    const Irradiance place = placeOf(in);
    PnSurfaces surface = surfaceOf(in);
    surface.local = nullptr;
    surface.localAlongNormals = &place.alongNormal.x;
    return reflectionOf(preset(PN_PRESET_PROBENORM), surface);
}

vec3 factorForm(const FormulaInput& in)
{
    PnSurfaces surface = surfaceOf(in);
    surface.isFactor = 1;
    return in.plain * reflectionOf(preset(PN_PRESET_PROBENORM), surface);
}

vec3 dividedForm(const FormulaInput& in, vec3 texel)
{
    PnSurfaces surface = surfaceOf(in);
    surface.radiance = &texel.x;
    surface.isDivided = 1;
    return reflectionOf(preset(PN_PRESET_PROBENORM), surface);
}

// A texel of a mip that was divided by the light of its own lobe, as normalize --prefilter writes it.
vec3 prefilteredForm(const FormulaInput& in)
{
    PnNormalization ggx = preset(PN_PRESET_PROBENORM);
    ggx.lobe = PN_LOBE_GGX;
    const vec3 white(1.0f);
    PnSurfaces surface = surfaceOf(in);
    surface.isDivided = 1;
    PnSurfaces own = surface; // at the probe's own place a divided texel of 1 shows what it was divided by
    own.radiance = &white.x;
    own.reflections = own.normals = &in.lookup.x;
    own.local = &in.probe;
    const vec3 texel = in.plain / reflectionOf(ggx, own);
    surface.radiance = &texel.x;
    return reflectionOf(ggx, surface);
}

// A texel of one channel, which has the probe's detail and none of its colour.
vec3 greyTexel(const FormulaInput& in)
{
    return vec3(luminance(in.plain) / luminance(divisorOf(in)));
}

void addForms(std::vector<Formula>& formulas)
{
    formulas.push_back({"probenorm, normal alone", normalForm});
    formulas.push_back({"probenorm, factor", factorForm});
    formulas.push_back(
        {"probenorm, divided", [](const FormulaInput& in) { return dividedForm(in, in.plain / divisorOf(in)); }});
    formulas.push_back({"probenorm, divided, prefiltered", prefilteredForm});
    formulas.push_back(
        {"probenorm, one channel", [](const FormulaInput& in) { return dividedForm(in, greyTexel(in)); }});
    formulas.push_back({"divided times E(R)",
                        [](const FormulaInput& in) { return in.plain / divisorOf(in) * placeOf(in).alongReflection; }});
    formulas.push_back(
        {"one channel times E(R)", [](const FormulaInput& in) { return greyTexel(in) * placeOf(in).alongReflection; }});
}

FormulaInput inputOf(const View& view, const Sample& sample, std::size_t site, const PnSh& place)
{
    const SiteSample& at = sample.sites[site];
    return {at.plain, sample.normal,       sample.reflection, at.lookup, sample.roughness, view.siteLights[site],
            place,    view.lastMips[site], sample.lightmap};
}

PnSh placeLight(const Sample& sample)
{
    PnSh light{};
    light.bands = 3;
    for (std::size_t i = 0; i < kCoefficients; ++i)
        for (int c = 0; c < 3; ++c)
            light.rgb[i][c] = sample.local[i][c];
    return light;
}

// Each reflection probe by the formula, blended by its weight.
vec3 blendedAfter(const View& view, const Sample& sample, const Formula& formula, const PnSh& place)
{
    vec3 sum(0.0f);
    for (std::size_t site = 0; site < view.siteLights.size(); ++site)
        if (sample.sites[site].weight > 0.0f)
            sum += sample.sites[site].weight * formula.evaluate(inputOf(view, sample, site, place));
    return sum;
}

vec3 blendedBefore(const View& view, const Sample& sample, const Formula& formula, const PnSh& place)
{
    vec3 shown(0.0f), own(0.0f);
    for (std::size_t site = 0; site < view.siteLights.size(); ++site)
    {
        const SiteSample& at = sample.sites[site];
        shown += at.weight * at.plain;
        own += at.weight * view.lastMips[site].cube4.bilinear(at.lookup);
    }
    FormulaInput input = inputOf(view, sample, 0, place);
    input.plain = shown;
    return formula.ofBlended(input, own);
}

} // namespace

vec3 reflectionOfLastMip(const FormulaInput& in, float probe, const PnSh& place)
{
    PnSurfaces surface = surfaceOf(in);
    surface.probe = nullptr;
    surface.probeLuminances = &probe;
    surface.local = &place;
    return reflectionOf(preset(PN_PRESET_PROBENORM), surface);
}

vec3 reflectionOfLastMip(const FormulaInput& in, float probe, vec3 place)
{
    PnSurfaces surface = surfaceOf(in);
    surface.probe = surface.local = nullptr;
    surface.probeLuminances = &probe;
    surface.localAlongNormals = surface.localAlongReflections = &place.x;
    return reflectionOf(preset(PN_PRESET_PROBENORM), surface);
}

std::vector<Formula> allFormulas()
{
    std::vector<Formula> formulas = {
        {"plain", [](const FormulaInput& in) { return in.plain; }},
        {"irradiance N", [](const FormulaInput& in) { return placeOf(in).alongNormal; }},
        {"irradiance R", [](const FormulaInput& in) { return placeOf(in).alongReflection; }},
    };
    addPresets(formulas);
    addOthers(formulas);
    addPresetsPerChannel(formulas);
    addForms(formulas);
    addLastMips(formulas);
    return formulas;
}

Image renderFormula(const View& view, const Formula& formula, unsigned threadCount)
{
    Image image(view.samples.size(), vec3(0.0f));
    const auto width = static_cast<std::size_t>(view.width);
    parallelFor(static_cast<std::size_t>(view.height), threadCount, [&](std::size_t row) {
        for (std::size_t i = row * width; i < (row + 1) * width; ++i)
        {
            const Sample& sample = view.samples[i];
            if (!sample.isSpecular())
                continue;
            const PnSh place = placeLight(sample);
            image[i] = formula.ofBlended ? blendedBefore(view, sample, formula, place)
                                         : blendedAfter(view, sample, formula, place);
            image[i] = sample.reflectance * glm::max(image[i], 0.0f); // ringing makes some formulas negative
        }
    });
    return image;
}

Irradiance irradianceOf(const PnSh& light, vec3 normal, vec3 reflection)
{
    static const float floor = probenorm::getPreset("probenorm").floor;
    PnSh calm;
    probenorm::throwIfFailed(pnDeringSh(&light, floor, &calm, nullptr));
    const std::array<vec3, 2> directions = {normal, reflection};
    std::array<vec3, 2> irradiance;
    probenorm::throwIfFailed(pnEvaluateIrradiance(&calm, 2, &directions[0].x, &irradiance[0].x));
    return {irradiance[0], irradiance[1]};
}

} // namespace scene
