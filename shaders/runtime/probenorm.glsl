// ProbeNorm at run time: light from spherical harmonics, and what a reflection is multiplied by. GLSL 3.30 or ES 3.00
// up, Vulkan included; needs nothing. The same in HLSL: probenorm.hlsl. Formulas: docs/normalization.md.
//
// Bake with `probenorm bake` or the C library, windowed for both the probe and the places; then for each pixel
//
//   float probe = pnLuminance(pnIrradianceUnity(probeShader, r));  // r: the reflection, or the direction it is read at
//   float local = pnLuminance(pnIrradianceUnity(localShader, r));  // of the light probes around the pixel
//   specular *= pnFactor(local, probe, probeFloor, pnDefaultBounds(), roughness);
#ifndef PROBENORM_GLSL
#define PROBENORM_GLSL

// ---- Light: irradiance over pi along a unit direction ------------------------------------------------

// Canonical coefficients of radiance, nine rows r g b (PN_CONVENTION_CANONICAL).
vec3 pnIrradianceCanonical(vec3 sh[9], vec3 d)
{
    vec3 sum = 0.282094791774 * sh[0];
    sum += 0.325735007935 * (sh[1] * d.y + sh[2] * d.z + sh[3] * d.x);
    sum += 0.273137107648 * (sh[4] * (d.x * d.y) + sh[5] * (d.y * d.z) + sh[7] * (d.x * d.z));
    sum += 0.078847891313 * sh[6] * (3.0 * d.z * d.z - 1.0);
    return sum + 0.136568553824 * sh[8] * (d.x * d.x - d.y * d.y);
}

vec3 pnRadianceCanonical(vec3 sh[9], vec3 d)
{
    vec3 sum = 0.282094791774 * sh[0];
    sum += 0.488602511903 * (sh[1] * d.y + sh[2] * d.z + sh[3] * d.x);
    sum += 1.092548430592 * (sh[4] * (d.x * d.y) + sh[5] * (d.y * d.z) + sh[7] * (d.x * d.z));
    sum += 0.315391565253 * sh[6] * (3.0 * d.z * d.z - 1.0);
    return sum + 0.546274215296 * sh[8] * (d.x * d.x - d.y * d.y);
}

// Unity's unity_SHAr SHAg SHAb SHBr SHBg SHBb SHC (PN_CONVENTION_UNITY_SHA), and Unreal's packed sky light, which is
// evaluated in the same way (PN_CONVENTION_UNREAL_PACKED). d is in the engine's own axes.
vec3 pnIrradianceUnity(vec4 sh[7], vec3 d)
{
    vec4 first = vec4(d, 1.0);
    vec4 second = vec4(d.x * d.y, d.y * d.z, d.z * d.z, d.z * d.x);
    vec3 sum = vec3(dot(sh[0], first), dot(sh[1], first), dot(sh[2], first));
    sum += vec3(dot(sh[3], second), dot(sh[4], second), dot(sh[5], second));
    return sum + sh[6].rgb * (d.x * d.x - d.y * d.y);
}

vec3 pnIrradianceUnreal(vec4 sh[7], vec3 d)
{
    return pnIrradianceUnity(sh, d);
}

float pnLuminance(vec3 rgb)
{
    return dot(rgb, vec3(0.2126, 0.7152, 0.0722));
}

// ---- Factor ------------------------------------------------------------------------------------------

const float kPnLeastLight = 5.9604645e-8; // 2^-24; what is darker counts as black

struct PnBounds
{
    float low, high;          // of the factor
    float fadeBegin, fadeEnd; // perceptual roughness: below the one no change, from the other on the whole; equal: a step;
                              // fadeEnd negative: the whole at any roughness
    float weight;             // of the factor against 1
};

// Those of the preset probenorm.
PnBounds pnDefaultBounds()
{
    return PnBounds(0.0, 7.0, 0.1, 0.3, 1.0);
}

float pnFade(PnBounds bounds, float roughness)
{
    if (bounds.fadeEnd < 0.0)
        return bounds.weight;
    float range = max(bounds.fadeEnd - bounds.fadeBegin, 1e-6);
    float t = clamp((roughness - bounds.fadeBegin) / range, 0.0, 1.0);
    return bounds.weight * t * t * (3.0 - 2.0 * t);
}

// What a reflection is multiplied by. local and probe are lights along the same direction; probeFloor is the least
// that counts for the probe: 0.01 of its average light, for one.
float pnFactor(float local, float probe, float probeFloor, PnBounds bounds, float roughness)
{
    float f = clamp(local / max(probe, max(probeFloor, kPnLeastLight)), bounds.low, bounds.high);
    return mix(1.0, f, pnFade(bounds, roughness));
}

// The same for each channel.
vec3 pnFactorRgb(vec3 local, vec3 probe, vec3 probeFloor, PnBounds bounds, float roughness)
{
    return vec3(pnFactor(local.x, probe.x, probeFloor.x, bounds, roughness),
                pnFactor(local.y, probe.y, probeFloor.y, bounds, roughness),
                pnFactor(local.z, probe.z, probeFloor.z, bounds, roughness));
}

// For a cubemap that `probenorm normalize` has divided: its texels have no unit, and this brings light back. Where the
// factor is 1, that is the probe's own.
float pnFactorDivided(float local, float probe, float probeFloor, PnBounds bounds, float roughness)
{
    return max(probe, max(probeFloor, kPnLeastLight)) * pnFactor(local, probe, probeFloor, bounds, roughness);
}

#endif
