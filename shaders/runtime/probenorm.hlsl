// ProbeNorm at run time: light from spherical harmonics, and reflections that fit the place where they are seen.
// HLSL of shader model 5 up; needs nothing. Written by scripts/bindings.py from probenorm.glsl.
// Formulas: docs/normalization.md.
//
// Bake with `probenorm bake` or the C library, windowed for both the probe and the places; then for each pixel, with the
// normal n, the reflection r and what the probe shows along it,
//
//   PnLight probe = pnLightUnity(probeShader, n, r);
//   PnLight local = pnLightUnity(localShader, n, r);  // of the light probes around the pixel
//   specular = pnReflection(specular, local, probe, roughness);
//
// Engines that know less of the place call pnLightAlong or pnLightAlongNormal; cubemaps that were divided go through
// pnReflectionDivided; and pnReflectionFactor is for engines that can only multiply.
#ifndef PROBENORM_HLSL
#define PROBENORM_HLSL

// ---- Light: irradiance over pi along a unit direction ------------------------------------------------

// Canonical coefficients of radiance, nine rows r g b (PN_CONVENTION_CANONICAL).
float3 pnIrradianceCanonical(float3 sh[9], float3 d)
{
    float3 sum = 0.282094791774 * sh[0];
    sum += 0.325735007935 * (sh[1] * d.y + sh[2] * d.z + sh[3] * d.x);
    sum += 0.273137107648 * (sh[4] * (d.x * d.y) + sh[5] * (d.y * d.z) + sh[7] * (d.x * d.z));
    sum += 0.078847891313 * sh[6] * (3.0 * d.z * d.z - 1.0);
    return sum + 0.136568553824 * sh[8] * (d.x * d.x - d.y * d.y);
}

float3 pnRadianceCanonical(float3 sh[9], float3 d)
{
    float3 sum = 0.282094791774 * sh[0];
    sum += 0.488602511903 * (sh[1] * d.y + sh[2] * d.z + sh[3] * d.x);
    sum += 1.092548430592 * (sh[4] * (d.x * d.y) + sh[5] * (d.y * d.z) + sh[7] * (d.x * d.z));
    sum += 0.315391565253 * sh[6] * (3.0 * d.z * d.z - 1.0);
    return sum + 0.546274215296 * sh[8] * (d.x * d.x - d.y * d.y);
}

// Unity's unity_SHAr SHAg SHAb SHBr SHBg SHBb SHC (PN_CONVENTION_UNITY_SHA), and Unreal's packed sky light, which is
// evaluated in the same way (PN_CONVENTION_UNREAL_PACKED). d is in the engine's own axes.
float3 pnIrradianceUnity(float4 sh[7], float3 d)
{
    float4 first = float4(d, 1.0);
    float4 second = float4(d.x * d.y, d.y * d.z, d.z * d.z, d.z * d.x);
    float3 sum = float3(dot(sh[0], first), dot(sh[1], first), dot(sh[2], first));
    sum += float3(dot(sh[3], second), dot(sh[4], second), dot(sh[5], second));
    return sum + sh[6].rgb * (d.x * d.x - d.y * d.y);
}

float3 pnIrradianceUnreal(float4 sh[7], float3 d)
{
    return pnIrradianceUnity(sh, d);
}

float pnLuminance(float3 rgb)
{
    return dot(rgb, float3(0.2126, 0.7152, 0.0722));
}

// ---- Reflections: the preset probenorm -----------------------------------------------------------------

static const float kPnLeastLight = 5.9604645e-8; // 2^-24; what is darker counts as black

// What a surface sees of a light: irradiance over pi.
struct PnLight
{
    float3 alongNormal;
    float3 alongReflection; // also what texels of a divided cubemap were divided by
};

// From irradiance over pi along both directions, and the light's average over the sphere. None is taken for less than a
// hundredth of the average.
PnLight pnLight(float3 alongNormal, float3 alongReflection, float3 average)
{
    float3 least = max(0.01 * average, kPnLeastLight);
    PnLight light;
    light.alongNormal = max(alongNormal, least);
    light.alongReflection = max(alongReflection, least);
    return light;
}

PnLight pnLightCanonical(float3 sh[9], float3 n, float3 r)
{
    return pnLight(pnIrradianceCanonical(sh, n), pnIrradianceCanonical(sh, r), 0.282094791774 * sh[0]);
}

PnLight pnLightUnity(float4 sh[7], float3 n, float3 r)
{
    float3 average = float3(sh[0].w + sh[3].z / 3.0, sh[1].w + sh[4].z / 3.0, sh[2].w + sh[5].z / 3.0);
    return pnLight(pnIrradianceUnity(sh, n), pnIrradianceUnity(sh, r), average);
}

PnLight pnLightUnreal(float4 sh[7], float3 n, float3 r)
{
    return pnLightUnity(sh, n, r);
}

// Where light is known along the two directions alone. Make the probe's in the same way, or equal lights differ.
PnLight pnLightAlong(float3 alongNormal, float3 alongReflection)
{
    return pnLight(alongNormal, alongReflection, 0.5 * (alongNormal + alongReflection));
}

// Where light is known along the normal alone, as in a lightmap. Make the probe's in the same way.
PnLight pnLightAlongNormal(float3 alongNormal)
{
    return pnLight(alongNormal, alongNormal, alongNormal);
}

// The stops between the brightness of two lights.
float pnStopsBetween(PnLight local, PnLight probe)
{
    float ours = pnLuminance(local.alongNormal) * pnLuminance(local.alongReflection);
    float theirs = pnLuminance(probe.alongNormal) * pnLuminance(probe.alongReflection);
    return 0.5 * abs(log2(ours / theirs));
}

// What the place's light counts against the normalized probe. mirror: 1 for a mirror, 0 for the roughest surface.
float pnTrust(float stops, float mirror)
{
    return stops * stops / (stops * stops + 1.3 * mirror + 0.3);
}

// What a surface reflects, given what the probe shows it along a lookup that is not r, as with box projection. alongLookup:
// the probe's light there, pnLightUnity(probeShader, n, lookup).alongReflection. Roughness is perceptual.
float3 pnReflectionOf(float3 radiance, PnLight local, PnLight probe, float3 alongLookup, float roughness)
{
    float stops = pnStopsBetween(local, probe), mirror = 1.0 - roughness * roughness;
    float3 n = log2(local.alongNormal), r = log2(local.alongReflection), shown = log2(max(radiance, kPnLeastLight));
    float3 normalized = 0.5 * stops / (stops + 3.0) * (n + r - log2(probe.alongNormal) - log2(probe.alongReflection));
    float3 place = lerp(r, n, 0.2 - 0.15 * mirror) + 0.5 * mirror * (shown - 1.2 - log2(alongLookup));
    return max(radiance, 0.0) * exp2(lerp(normalized, place - shown, pnTrust(stops, mirror)));
}

float3 pnReflection(float3 radiance, PnLight local, PnLight probe, float roughness)
{
    return pnReflectionOf(radiance, local, probe, probe.alongReflection, roughness);
}

// The same for a texel of a cubemap that `probenorm normalize --divide rgb` has divided by the probe's light.
float3 pnReflectionDivided(float3 texel, PnLight local, PnLight probe, float roughness)
{
    return pnReflection(texel * probe.alongReflection, local, probe, roughness);
}

// What a reflection is multiplied by, for engines that do not see it.
float3 pnReflectionFactor(PnLight local, PnLight probe, float roughness)
{
    float stops = pnStopsBetween(local, probe), mirror = 1.0 - roughness * roughness;
    float3 ours = local.alongNormal * local.alongReflection, theirs = probe.alongNormal * probe.alongReflection;
    float share = stops * stops / (stops * stops + 4.0);
    return exp2(0.5 * share * log2(ours / theirs) - 0.8 * mirror * pnTrust(stops, mirror));
}

// ---- Factor of one luminance: the preset classic -------------------------------------------------------

struct PnBounds
{
    float low, high;          // of the factor
    float fadeBegin, fadeEnd; // perceptual roughness: below the one no change, from the other on the whole; equal: a step;
                              // fadeEnd negative: the whole at any roughness
    float weight;             // of the factor against 1
};

PnBounds pnBounds(float low, float high, float fadeBegin, float fadeEnd)
{
    PnBounds bounds;
    bounds.low = low;
    bounds.high = high;
    bounds.fadeBegin = fadeBegin;
    bounds.fadeEnd = fadeEnd;
    bounds.weight = 1.0;
    return bounds;
}

// The bounds of the preset classic.
PnBounds pnDefaultBounds()
{
    return pnBounds(0.0, 7.0, 0.1, 0.3);
}

// The bounds of the preset probenorm: none.
PnBounds pnNoBounds()
{
    return pnBounds(0.0, 3.402823e38, 0.0, -1.0);
}

float pnFade(PnBounds bounds, float roughness)
{
    if (bounds.fadeEnd < 0.0)
        return bounds.weight;
    float range = max(bounds.fadeEnd - bounds.fadeBegin, 1e-6);
    float t = clamp((roughness - bounds.fadeBegin) / range, 0.0, 1.0);
    return bounds.weight * t * t * (3.0 - 2.0 * t);
}

// pnReflection with bounds of reflection / radiance, a fade and a weight.
float3 pnReflectionBounded(float3 radiance, PnLight local, PnLight probe, PnBounds bounds, float roughness)
{
    float3 light = max(radiance, 0.0);
    float3 reflection = clamp(pnReflection(light, local, probe, roughness), bounds.low * light, bounds.high * light);
    return lerp(light, reflection, pnFade(bounds, roughness));
}

// What a reflection is multiplied by. local and probe are lights along the same direction; probeFloor is the least
// that counts for the probe: 0.01 of its average light, for one.
float pnFactor(float local, float probe, float probeFloor, PnBounds bounds, float roughness)
{
    float f = clamp(local / max(probe, max(probeFloor, kPnLeastLight)), bounds.low, bounds.high);
    return lerp(1.0, f, pnFade(bounds, roughness));
}

// The same for each channel.
float3 pnFactorRgb(float3 local, float3 probe, float3 probeFloor, PnBounds bounds, float roughness)
{
    return float3(pnFactor(local.x, probe.x, probeFloor.x, bounds, roughness),
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
