// Irradiance over pi of a light, as formulas take it, and the study's own formula.
#pragma once

#include "formula.h"

namespace scene {

// Irradiance over pi of each channel: along the normal, along the reflection, and the mean over the sphere.
struct Irradiance
{
    vec3 alongNormal;
    vec3 alongReflection;
    vec3 average;
};

// Neither direction is below a tenth of the average, so that ringing divides by nothing small.
Irradiance irradianceOf(const PnSh& light, vec3 normal, vec3 reflection);

// How far the place's light is from the probe's own decides both, each from 0 to 1.
struct Trust
{
    float place;  // the share of the place's light in the reflection's level
    float factor; // the share of the factor: a probe that is lit as at its capture keeps its reflection
};
Trust trustOf(const Irradiance& place, const Irradiance& probe);

// The forms: a reflection, and a factor of the probe's own.
vec3 fullForm(vec3 plain, float roughness, const Irradiance& place, const Irradiance& probe);
vec3 factorForm(float roughness, const Irradiance& place, const Irradiance& probe);

} // namespace scene
