#include "formula.h"

#include "bsdf.h"
#include "light.h"
#include "parallel.h"

#include <glm/common.hpp>

namespace scene {
namespace {

constexpr std::size_t kTwoBands = 4; // coefficients

PnNormalization preset(PnPreset which)
{
    return probenorm::findPreset(probenorm::presetName(which));
}

Formula presetFormula(std::string name, const PnNormalization& normalization)
{
    return {std::move(name), [normalization](const FormulaInput& in) {
                vec3 factor;
                probenorm::check(pnEvaluateFactor(&normalization, &in.probe, &in.place, 1, &in.reflection.x,
                                                  &in.normal.x, &in.roughness, &factor.x));
                return in.plain * factor;
            }};
}

void addPresets(std::vector<Formula>& formulas, PnChannels channels, const std::string& suffix)
{
    for (PnPreset which = 0; which < PN_PRESET_COUNT; ++which)
    {
        PnNormalization normalization = preset(which);
        if (channels != 0)
            normalization.channels = channels;
        formulas.push_back(presetFormula(pnGetPresetName(which) + suffix, normalization));
    }
}

Irradiance placeOf(const FormulaInput& in)
{
    return irradianceOf(in.place, in.normal, in.reflection);
}

Irradiance probeOf(const FormulaInput& in)
{
    return irradianceOf(in.probe, in.normal, in.reflection);
}

// A cubemap holds the probe divided along the direction that it is looked up by.
vec3 dividedForm(const FormulaInput& in)
{
    const vec3 texel = in.plain / irradianceOf(in.probe, in.normal, in.lookup).alongReflection;
    return texel * placeOf(in).alongReflection;
}

// One channel of it: the division by luminance takes the colour along, the place's light brings its own.
vec3 oneChannelForm(const FormulaInput& in)
{
    const vec3 divisor = irradianceOf(in.probe, in.normal, in.lookup).alongReflection;
    return luminance(in.plain) / luminance(divisor) * placeOf(in).alongReflection;
}

FormulaInput inputOf(const Sample& sample, std::size_t site, const PnSh& probe, const PnSh& place)
{
    const SiteSample& at = sample.sites[site];
    return {at.plain, sample.normal, sample.reflection, at.lookup, sample.roughness, probe, place};
}

PnSh scaled(PnSh light, float exposure)
{
    for (auto& coefficient : light.rgb)
        for (float& channel : coefficient)
            channel *= exposure;
    return light;
}

PnSh placeLight(const Sample& sample, std::uint32_t bands, float exposure)
{
    PnSh light{};
    light.bands = 3;
    for (std::size_t i = 0; i < (bands == 2 ? kTwoBands : kCoefficients); ++i)
        for (int c = 0; c < 3; ++c)
            light.rgb[i][c] = exposure * sample.local[i][c];
    return light;
}

} // namespace

std::vector<Formula> allFormulas()
{
    std::vector<Formula> formulas = {
        {"plain", [](const FormulaInput& in) { return in.plain; }},
        {"irradiance N", [](const FormulaInput& in) { return placeOf(in).alongNormal; }},
        {"irradiance R", [](const FormulaInput& in) { return placeOf(in).alongReflection; }},
    };
    addPresets(formulas, 0, "");
    addPresets(formulas, PN_CHANNELS_RGB, ", rgb");
    formulas.push_back(
        {"full", [](const FormulaInput& in) { return fullForm(in.plain, in.roughness, placeOf(in), probeOf(in)); }});
    formulas.push_back({"factor", [](const FormulaInput& in) {
                            return in.plain * factorForm(in.roughness, placeOf(in), probeOf(in));
                        }});
    formulas.push_back({"divided", dividedForm});
    formulas.push_back({"one channel", oneChannelForm});
    return formulas;
}

Image renderFormula(const View& view, const Formula& formula, std::uint32_t bands, float exposure, unsigned threadCount)
{
    std::vector<PnSh> probes;
    for (const PnSh& light : view.siteLights)
        probes.push_back(scaled(light, exposure));
    Image image(view.samples.size(), vec3(0.0f));
    const auto width = static_cast<std::size_t>(view.width);
    parallelFor(static_cast<std::size_t>(view.height), threadCount, [&](std::size_t row) {
        for (std::size_t i = row * width; i < (row + 1) * width; ++i)
        {
            const Sample& sample = view.samples[i];
            if (!sample.isSpecular())
                continue;
            const PnSh place = placeLight(sample, bands, exposure);
            for (std::size_t site = 0; site < probes.size(); ++site)
            {
                FormulaInput input = inputOf(sample, site, probes[site], place);
                input.plain *= exposure;
                if (sample.sites[site].weight > 0.0f)
                    image[i] += sample.sites[site].weight / exposure * formula.evaluate(input);
            }
            image[i] = sample.reflectance * glm::max(image[i], 0.0f); // ringing makes some formulas negative
        }
    });
    return image;
}

} // namespace scene
