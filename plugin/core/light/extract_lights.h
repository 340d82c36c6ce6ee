#pragma once

#include "core/backend.h"

#include <cstdint>
#include <vector>

// Small bright lights (suns, lamps) taken out of an environment, so that each can be an analytic light and the rest a
// few coefficients. docs/lights.md explains the steps.
namespace pn {

struct LightSettings
{
    std::uint32_t maxLights = PN_MAX_LIGHTS;
    double minShare = 0.01;        // of the sky's own irradiance, for a light to be one
    double maxAngularRadius = 0.0; // radians; what is larger stays in the environment. 0: 7.5 degrees
    TexelPolicy policy;
};

struct Extraction
{
    std::vector<PnLight> lights; // by irradiance, the strongest first
    float threshold = 0.0f;      // the luminance from which on texels were looked at; 0 where none is bright
    std::vector<float> residual; // r g b 1 per texel: the environment without the lights
};

Extraction extractLights(const ProbeView& view, const LightSettings& settings);

// The residual as a view.
ProbeView residualView(const Shape& shape, const std::vector<float>& residual);

} // namespace pn
