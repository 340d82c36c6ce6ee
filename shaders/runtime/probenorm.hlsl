// ProbeNorm shows a reflection probe's picture in the local light, that at the shading point. Nothing is baked. HLSL of shader model 3 up.
//   float3 local = pnIrradianceUnity(sh, r);
//   float3 own = probe.SampleLevel(s, lookup, lastMip).rgb;
//   radiance = pnReflection(radiance, local, own, roughness, 1.0);
// radiance was read along lookup: the reflection r, or what box projection makes of it. The last mip must be of roughness 1. Other kinds of
// light are below; a lightmap's value will do. The last argument is an artist's weight: 0.0 leaves the probe as it is.
//
// Lights are irradiance over pi, in the unit of radiance. Roughness is perceptual. Directions have length 1. docs/normalization.md has the
// formula, engines, and probes whose last mip is something else. PN_HALF before the include asks for floats of 16 bits. MIT licence.
// Written by scripts/shader-include.py from shaders/runtime/probenorm.glsl.
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

#ifdef PN_HALF
static const PN_FLOAT kPnLeastLight = 6.1035156e-5; // 2^-14: its inverse is a half
#else
static const PN_FLOAT kPnLeastLight = 5.9604645e-8; // 2^-24; what is darker counts as that
#endif

// ---- Reflections ----------------------------------------------------------------------------------------

PN_FLOAT pnLuminance(PN_FLOAT3 rgb)
{
    return dot(rgb, PN_FLOAT3(0.2126, 0.7152, 0.0722));
}

// What a surface reflects. radiance: what the probe shows; not below zero. local: the local light along the reflection; along the normal
// where no more is known. probe: the probe's own light along the direction that radiance was looked up by.
PN_FLOAT3 pnReflection(PN_FLOAT3 radiance, PN_FLOAT3 local, PN_FLOAT3 probe, PN_FLOAT roughness, PN_FLOAT weight)
{
    PN_FLOAT3 light = max(local, PN_FLOAT3(0.0, 0.0, 0.0));
    PN_FLOAT inverse = 1.0 / max(pnLuminance(probe), kPnLeastLight);
    PN_FLOAT ratio = pnLuminance(light) * inverse;
    PN_FLOAT relative = pnLuminance(radiance) * inverse;
#ifdef PN_HALF
    ratio = min(ratio, 100.0); // squares below stay halves
    relative = min(relative, 100.0);
#endif
    PN_FLOAT away = ratio - 1.0;
    PN_FLOAT mirror = 1.0 - roughness * roughness;
    PN_FLOAT scale = weight / (ratio * away + 1.0);
    PN_FLOAT ofProbe = scale * ratio * min(1.5 * ratio, 1.0) + (1.0 - weight);
    PN_FLOAT ofLocal = scale * away * away * (1.0 - mirror * (0.7 - 0.4 * relative));
    return ofProbe * radiance + ofLocal * light;
}

// The same for a texel of a cubemap that `probenorm normalize --divide rgb` has divided by the probe's light.
PN_FLOAT3 pnReflectionDivided(PN_FLOAT3 texel, PN_FLOAT3 local, PN_FLOAT3 probe, PN_FLOAT roughness, PN_FLOAT weight)
{
    return pnReflection(texel * probe, local, probe, roughness, weight);
}

// What a reflection is multiplied by, for engines that do not see it: as if the probe showed its own light.
PN_FLOAT3 pnReflectionFactor(PN_FLOAT3 local, PN_FLOAT3 probe, PN_FLOAT roughness, PN_FLOAT weight)
{
    PN_FLOAT3 own = max(probe, PN_FLOAT3(kPnLeastLight, kPnLeastLight, kPnLeastLight));
    return pnReflection(own, local, own, roughness, weight) / own;
}

// ---- Light along a direction, from what engines keep ----------------------------------------------------

// Nine coefficients of radiance: those of three.js' LightProbe, and PN_CONVENTION_CANONICAL.
PN_FLOAT3 pnIrradianceCanonical(PN_FLOAT3 sh[9], PN_FLOAT3 d)
{
    PN_FLOAT3 first = 0.282094791774 * sh[0] + 0.325735007935 * (sh[1] * d.y + sh[2] * d.z + sh[3] * d.x);
    PN_FLOAT3 mixed = 0.273137107648 * (sh[4] * (d.x * d.y) + sh[5] * (d.y * d.z) + sh[7] * (d.x * d.z));
    PN_FLOAT3 pure = 0.078847891313 * (3.0 * d.z * d.z - 1.0) * sh[6] + 0.136568553824 * (d.x * d.x - d.y * d.y) * sh[8];
    return first + mixed + pure;
}

// unity_SHAr SHAg SHAb SHBr SHBg SHBb SHC, and Unreal's SkyIrradianceEnvironmentMap, each in the engine's own axes.
PN_FLOAT3 pnIrradianceUnity(PN_FLOAT4 sh[7], PN_FLOAT3 d)
{
    PN_FLOAT4 first = PN_FLOAT4(d, 1.0);
    PN_FLOAT4 second = d.xyzz * d.yzzx;
    PN_FLOAT3 band1 = PN_FLOAT3(dot(sh[0], first), dot(sh[1], first), dot(sh[2], first));
    PN_FLOAT3 band2 = PN_FLOAT3(dot(sh[3], second), dot(sh[4], second), dot(sh[5], second));
    return band1 + band2 + (d.x * d.x - d.y * d.y) * sh[6].rgb;
}

// Filament's nine coefficients, and CesiumJS': what `cmgen --sh-shader` prints.
PN_FLOAT3 pnIrradianceFilament(PN_FLOAT3 sh[9], PN_FLOAT3 d)
{
    PN_FLOAT3 first = sh[0] + sh[1] * d.y + sh[2] * d.z + sh[3] * d.x;
    PN_FLOAT3 mixed = sh[4] * (d.x * d.y) + sh[5] * (d.y * d.z) + sh[7] * (d.x * d.z);
    return first + mixed + (3.0 * d.z * d.z - 1.0) * sh[6] + (d.x * d.x - d.y * d.y) * sh[8];
}

// A light probe of Godot's LightmapGI: coefficients of radiance over pi.
PN_FLOAT3 pnIrradianceGodot(PN_FLOAT3 sh[9], PN_FLOAT3 d)
{
    return 3.14159265359 * pnIrradianceCanonical(sh, d);
}

// An average and a direction per channel: VRC Light Volumes, Unity's probe volumes of one band, xyz and w of unity_SHAr to SHAb.
PN_FLOAT3 pnIrradianceL1(PN_FLOAT3 average, PN_FLOAT3 red, PN_FLOAT3 green, PN_FLOAT3 blue, PN_FLOAT3 d)
{
    return average + PN_FLOAT3(dot(red, d), dot(green, d), dot(blue, d));
}

// An average and a colour per axis: lightmaps with L1 coefficients. Bakery's and Godot's texels give the axes' shares of it:
// x is 2 average * share in Bakery, and 4 average * share in Godot, whose three layers after the first are y, z, x.
PN_FLOAT3 pnIrradianceL1Axes(PN_FLOAT3 average, PN_FLOAT3 x, PN_FLOAT3 y, PN_FLOAT3 z, PN_FLOAT3 d)
{
    return average + x * d.x + y * d.y + z * d.z;
}

// A lightmap with a direction. light is that along the normal n. direction is the mean one that light comes from, shorter than 1: 2 texel.xyz - 1
// of Unity's directional lightmaps, or the luminances of the axes above over twice that of the average, which errs less than the axes alone.
PN_FLOAT3 pnIrradianceLightmap(PN_FLOAT3 light, PN_FLOAT3 direction, PN_FLOAT3 n, PN_FLOAT3 d)
{
    PN_FLOAT alongNormal = max(1.0 + 2.0 * dot(direction, n), 0.0001);
    return clamp((1.0 + 2.0 * dot(direction, d)) / alongNormal, 0.25, 2.0) * light;
}

// An ambient cube, in the order +x -x +y -y +z -z: bevy's irradiance volumes, Source 2.
PN_FLOAT3 pnIrradianceAmbientCube(PN_FLOAT3 cube[6], PN_FLOAT3 d)
{
    PN_FLOAT3 black = PN_FLOAT3(0.0, 0.0, 0.0);
    PN_FLOAT3 up = max(d, black);
    PN_FLOAT3 down = min(d, black);
    PN_FLOAT3 high = up * up;
    PN_FLOAT3 low = down * down;
    PN_FLOAT3 light = high.x * cube[0] + high.y * cube[2] + high.z * cube[4];
    return light + low.x * cube[1] + low.y * cube[3] + low.z * cube[5];
}

// ---- The probe's own light from coefficients, where its last mip is something else ------------------------

// Irradiance, but no less than a hundredth of its average over the sphere: a few coefficients ring below zero.
PN_FLOAT3 pnLight(PN_FLOAT3 irradiance, PN_FLOAT3 average)
{
    return max(irradiance, max(0.01 * average, PN_FLOAT3(kPnLeastLight, kPnLeastLight, kPnLeastLight)));
}

PN_FLOAT3 pnLightCanonical(PN_FLOAT3 sh[9], PN_FLOAT3 d)
{
    return pnLight(pnIrradianceCanonical(sh, d), 0.282094791774 * sh[0]);
}

PN_FLOAT3 pnLightUnity(PN_FLOAT4 sh[7], PN_FLOAT3 d)
{
    PN_FLOAT3 average = PN_FLOAT3(sh[0].w, sh[1].w, sh[2].w) + PN_FLOAT3(sh[3].z, sh[4].z, sh[5].z) / 3.0;
    return pnLight(pnIrradianceUnity(sh, d), average);
}

#endif
