// ProbeNorm at run time: light from spherical harmonics, and reflections that fit the place where they are seen.
// HLSL of shader model 5 up; needs nothing. Written by scripts/bindings.py from probenorm.glsl.
// Formulas: docs/normalization.md. For floats of 16 bits, define PN_HALF, and in GLSL make mediump the default precision;
// section 5 of that page has the error.
//
// Bake with `probenorm bake` or the C library, windowed for both the probe and the places; then for each pixel, with the
// reflection r, the direction that the cubemap is read along (r, or what box projection makes of it), and what it shows,
//
//   float3 local = pnLightUnity(localShader, r); // of the light probes around the pixel
//   float3 probe = pnLightUnity(probeShader, lookup);
//   specular = pnReflection(specular, local, probe, roughness);
//
// Engines that know light along the normal n alone, as in a lightmap, pass that, and pnLightUnity(probeShader, n).
// Cubemaps that were divided go through pnReflectionDivided; where light is known along the normal alone, through
//
//   pnReflection(texel * pnLightUnity(probeShader, lookup), local, pnLightUnity(probeShader, n), roughness);
//
// pnReflectionFactor is for engines that can only multiply.
#ifndef PROBENORM_HLSL
#define PROBENORM_HLSL

#ifdef PN_HALF
#define PN_FLOAT half
#define PN_FLOAT3 half3
#define PN_FLOAT4 half4
#else
#define PN_FLOAT float
#define PN_FLOAT3 float3
#define PN_FLOAT4 float4
#endif

// ---- Light: irradiance over pi along a unit direction ------------------------------------------------

// Canonical coefficients of radiance, nine rows r g b (PN_CONVENTION_CANONICAL).
PN_FLOAT3 pnIrradianceCanonical(PN_FLOAT3 sh[9], PN_FLOAT3 d)
{
    PN_FLOAT3 sum = 0.282094791774 * sh[0];
    sum += 0.325735007935 * (sh[1] * d.y + sh[2] * d.z + sh[3] * d.x);
    sum += 0.273137107648 * (sh[4] * (d.x * d.y) + sh[5] * (d.y * d.z) + sh[7] * (d.x * d.z));
    sum += 0.078847891313 * sh[6] * (3.0 * d.z * d.z - 1.0);
    return sum + 0.136568553824 * sh[8] * (d.x * d.x - d.y * d.y);
}

PN_FLOAT3 pnRadianceCanonical(PN_FLOAT3 sh[9], PN_FLOAT3 d)
{
    PN_FLOAT3 sum = 0.282094791774 * sh[0];
    sum += 0.488602511903 * (sh[1] * d.y + sh[2] * d.z + sh[3] * d.x);
    sum += 1.092548430592 * (sh[4] * (d.x * d.y) + sh[5] * (d.y * d.z) + sh[7] * (d.x * d.z));
    sum += 0.315391565253 * sh[6] * (3.0 * d.z * d.z - 1.0);
    return sum + 0.546274215296 * sh[8] * (d.x * d.x - d.y * d.y);
}

// Unity's unity_SHAr SHAg SHAb SHBr SHBg SHBb SHC (PN_CONVENTION_UNITY_SHA), and Unreal's packed sky light, which is
// evaluated in the same way (PN_CONVENTION_UNREAL_PACKED). d is in the engine's own axes.
PN_FLOAT3 pnIrradianceUnity(PN_FLOAT4 sh[7], PN_FLOAT3 d)
{
    PN_FLOAT4 first = PN_FLOAT4(d, 1.0);
    PN_FLOAT4 second = PN_FLOAT4(d.x * d.y, d.y * d.z, d.z * d.z, d.z * d.x);
    PN_FLOAT3 sum = PN_FLOAT3(dot(sh[0], first), dot(sh[1], first), dot(sh[2], first));
    sum += PN_FLOAT3(dot(sh[3], second), dot(sh[4], second), dot(sh[5], second));
    return sum + sh[6].rgb * (d.x * d.x - d.y * d.y);
}

PN_FLOAT3 pnIrradianceUnreal(PN_FLOAT4 sh[7], PN_FLOAT3 d)
{
    return pnIrradianceUnity(sh, d);
}

PN_FLOAT pnLuminance(PN_FLOAT3 rgb)
{
    return dot(rgb, PN_FLOAT3(0.2126, 0.7152, 0.0722));
}

// The luminance of pnIrradianceUnity, for a third of the work. Make the three rows once per light: the sum of its sh[0] to
// sh[2] under the weights of pnLuminance, that of sh[3] to sh[5], and in x that of sh[6].r, g and b.
PN_FLOAT pnLuminanceUnity(PN_FLOAT4 sh[3], PN_FLOAT3 d)
{
    PN_FLOAT sum = dot(sh[0], PN_FLOAT4(d, 1.0)) + dot(sh[1], PN_FLOAT4(d.x * d.y, d.y * d.z, d.z * d.z, d.z * d.x));
    return sum + sh[2].x * (d.x * d.x - d.y * d.y);
}

#ifdef PN_HALF
static const PN_FLOAT kPnLeastLight = 6.1035156e-5; // 2^-14: its inverse is a half
#else
static const PN_FLOAT kPnLeastLight = 5.9604645e-8; // 2^-24; what is darker counts as that
#endif

// What a surface sees of a light along a direction, given its irradiance over pi there and its average over the sphere:
// no less than a hundredth of the average.
PN_FLOAT3 pnLight(PN_FLOAT3 irradiance, PN_FLOAT3 average)
{
    return max(irradiance, max(0.01 * average, kPnLeastLight));
}

PN_FLOAT3 pnLightCanonical(PN_FLOAT3 sh[9], PN_FLOAT3 d)
{
    return pnLight(pnIrradianceCanonical(sh, d), 0.282094791774 * sh[0]);
}

PN_FLOAT3 pnLightUnity(PN_FLOAT4 sh[7], PN_FLOAT3 d)
{
    PN_FLOAT3 average = PN_FLOAT3(sh[0].w + sh[3].z / 3.0, sh[1].w + sh[4].z / 3.0, sh[2].w + sh[5].z / 3.0);
    return pnLight(pnIrradianceUnity(sh, d), average);
}

// The luminance of what pnLightUnity says, of the three rows of pnLuminanceUnity: equal where no channel is floored.
PN_FLOAT pnLightLuminanceUnity(PN_FLOAT4 sh[3], PN_FLOAT3 d)
{
    return max(pnLuminanceUnity(sh, d), max(0.01 * (sh[0].w + sh[1].z / 3.0), kPnLeastLight));
}

PN_FLOAT3 pnLightUnreal(PN_FLOAT4 sh[7], PN_FLOAT3 d)
{
    return pnLightUnity(sh, d);
}

// ---- Reflections: the preset probenorm -----------------------------------------------------------------

// What a reflection is made of.
struct PnBlend
{
    PN_FLOAT probe; // of the probe's radiance
    PN_FLOAT place; // of the place's light
};

// Of luminances: of the light at the place, of the probe's own light along the lookup, and of what the probe shows there.
PnBlend pnBlend(PN_FLOAT local, PN_FLOAT probe, PN_FLOAT shown, PN_FLOAT roughness)
{
    PN_FLOAT inverse = 1.0 / probe, ratio = local * inverse, relative = shown * inverse;
#ifdef PN_HALF
    ratio = min(ratio, 100.0); // squares below stay halves
    relative = min(relative, 100.0);
#endif
    PN_FLOAT mirror = 1.0 - roughness * roughness;
    PN_FLOAT scale = 1.0 / (ratio * (ratio - 1.0) + 1.0);
    PnBlend blend;
    blend.probe = scale * ratio * min(1.5 * ratio, 1.0);
    blend.place = scale * (ratio - 1.0) * (ratio - 1.0) * (1.0 - mirror * (0.7 - 0.4 * relative));
    return blend;
}

// What a surface reflects. local: the place's light along the reflection. probe: the luminance of the probe's own light
// along the direction that the radiance was looked up by. No argument may be negative. Roughness is perceptual.
PN_FLOAT3 pnReflection(PN_FLOAT3 radiance, PN_FLOAT3 local, PN_FLOAT probe, PN_FLOAT roughness)
{
    PnBlend blend = pnBlend(pnLuminance(local), max(probe, kPnLeastLight), pnLuminance(radiance), roughness);
    return blend.probe * radiance + blend.place * local;
}

// The same of any radiance, and of the probe's light as pnLight makes it.
PN_FLOAT3 pnReflection(PN_FLOAT3 radiance, PN_FLOAT3 local, PN_FLOAT3 probe, PN_FLOAT roughness)
{
    return pnReflection(max(radiance, 0.0), local, pnLuminance(probe), roughness);
}

// The same for a texel of a cubemap that `probenorm normalize --divide rgb` has divided by the probe's light.
PN_FLOAT3 pnReflectionDivided(PN_FLOAT3 texel, PN_FLOAT3 local, PN_FLOAT3 probe, PN_FLOAT roughness)
{
    return pnReflection(texel * probe, local, probe, roughness);
}

// What a reflection is multiplied by, for engines that do not see it: as if the probe showed its own light.
PN_FLOAT3 pnReflectionFactor(PN_FLOAT3 local, PN_FLOAT3 probe, PN_FLOAT roughness)
{
    PN_FLOAT own = pnLuminance(probe);
    PnBlend blend = pnBlend(pnLuminance(local), own, own, roughness);
    return blend.probe + blend.place * local / probe;
}

// ---- Factor of one luminance: the preset classic -------------------------------------------------------

struct PnBounds
{
    PN_FLOAT low, high;          // of the factor
    PN_FLOAT fadeBegin, fadeEnd; // perceptual roughness: below the one no change, from the other on the whole; equal: a step;
                              // fadeEnd negative: the whole at any roughness
    PN_FLOAT weight;             // of the factor against 1
};

PnBounds pnBounds(PN_FLOAT low, PN_FLOAT high, PN_FLOAT fadeBegin, PN_FLOAT fadeEnd)
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

PN_FLOAT pnFade(PnBounds bounds, PN_FLOAT roughness)
{
    if (bounds.fadeEnd < 0.0)
        return bounds.weight;
    PN_FLOAT range = max(bounds.fadeEnd - bounds.fadeBegin, 1e-6);
    PN_FLOAT t = clamp((roughness - bounds.fadeBegin) / range, 0.0, 1.0);
    return bounds.weight * t * t * (3.0 - 2.0 * t);
}

// pnReflection with bounds of reflection / radiance, a fade and a weight.
PN_FLOAT3 pnReflectionBounded(PN_FLOAT3 radiance, PN_FLOAT3 local, PN_FLOAT3 probe, PnBounds bounds, PN_FLOAT roughness)
{
    PN_FLOAT3 shown = max(radiance, 0.0);
    PN_FLOAT3 most = bounds.high * max(shown, kPnLeastLight);
    PN_FLOAT3 reflection = clamp(pnReflection(shown, local, probe, roughness), bounds.low * shown, most);
    return lerp(shown, reflection, pnFade(bounds, roughness));
}

// What a reflection is multiplied by. local and probe are lights along the same direction; probeFloor is the least
// that counts for the probe: 0.01 of its average light, for one.
PN_FLOAT pnFactor(PN_FLOAT local, PN_FLOAT probe, PN_FLOAT probeFloor, PnBounds bounds, PN_FLOAT roughness)
{
    PN_FLOAT f = clamp(local / max(probe, max(probeFloor, kPnLeastLight)), bounds.low, bounds.high);
    return lerp(1.0, f, pnFade(bounds, roughness));
}

// The same for each channel.
PN_FLOAT3 pnFactorRgb(PN_FLOAT3 local, PN_FLOAT3 probe, PN_FLOAT3 probeFloor, PnBounds bounds, PN_FLOAT roughness)
{
    return PN_FLOAT3(pnFactor(local.x, probe.x, probeFloor.x, bounds, roughness),
                pnFactor(local.y, probe.y, probeFloor.y, bounds, roughness),
                pnFactor(local.z, probe.z, probeFloor.z, bounds, roughness));
}

// For a cubemap that `probenorm normalize` has divided: its texels have no unit, and this brings light back. Where the
// factor is 1, that is the probe's own.
PN_FLOAT pnFactorDivided(PN_FLOAT local, PN_FLOAT probe, PN_FLOAT probeFloor, PnBounds bounds, PN_FLOAT roughness)
{
    return max(probe, max(probeFloor, kPnLeastLight)) * pnFactor(local, probe, probeFloor, bounds, roughness);
}

#endif
