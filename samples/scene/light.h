// Irradiance over pi of a light, as ProbeNorm's own formulas take it.
#pragma once

#include "view.h"

namespace scene {

// Irradiance over pi of each channel.
struct Irradiance
{
    vec3 alongNormal;
    vec3 alongReflection;
};

// De-ringed to the floor of the preset probenorm, so that neither direction is dark or negative by ringing.
Irradiance irradianceOf(const PnSh& light, vec3 normal, vec3 reflection);

} // namespace scene
