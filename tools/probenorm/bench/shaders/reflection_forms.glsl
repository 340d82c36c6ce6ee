// What a reflection costs: every preset, and every form of the preset probenorm, as a function of what an engine has at
// hand anyway. That is the local light along the normal, which its diffuse lighting needs, and coefficients in Unity's
// packing. tests/shaders counts the instructions of each; `probenorm bench shade` times some.
#ifndef PN_REFLECTION_FORMS_GLSL
#define PN_REFLECTION_FORMS_GLSL

#include "runtime/probenorm.glsl"

layout(set = 0, binding = 0) uniform Lights
{
    vec4 local[7];      // unity_SHAr to SHC
    vec4 probe[7];      // the same of the probe
    vec4 luminance[3];  // of the probe, nine coefficients, for engines that keep no more
    vec4 average;       // of the probe: r g b and luminance
    vec3 cube[6];       // the local light as an ambient cube
};

// A surface, and what the probe shows it.
struct Seen
{
    vec3 radiance;
    vec3 normal;
    vec3 reflection;
    vec3 alongNormal; // the local light
    vec3 lastMip;     // of the probe, along the lookup
    float roughness;
    float metallic;
};

vec3 averageOfPlace()
{
    return vec3(local[0].w + local[3].z / 3.0, local[1].w + local[4].z / 3.0, local[2].w + local[5].z / 3.0);
}

vec3 reflectPlain(Seen s)
{
    return s.radiance;
}

// ---- Presets ---------------------------------------------------------------------------------------------

vec3 reflectProbenorm(Seen s)
{
    return pnReflection(s.radiance, pnIrradianceUnity(local, s.reflection), s.lastMip, s.roughness, 1.0);
}

vec3 reflectBlackops(Seen s)
{
    return s.radiance * (pnLuminance(averageOfPlace()) / max(average.w, kPnLeastLight));
}

vec3 reflectUnreal(Seen s)
{
    float f = min(dot(s.alongNormal, vec3(0.3, 0.59, 0.11)) / max(average.w, 1e-4), 10000.0);
    return s.radiance * mix(1.0, f, smoothstep(0.1, 0.3, s.roughness));
}

// The luminance along d from three rows, whose coefficients are luminances.
float luminanceOf(vec4 sh[3], vec3 d)
{
    float sum = dot(sh[0], vec4(d, 1.0)) + dot(sh[1], d.xyzz * d.yzzx);
    return sum + sh[2].x * (d.x * d.x - d.y * d.y);
}

vec3 reflectHdrp(Seen s)
{
    vec3 along = pnIrradianceUnity(local, s.reflection);
    float f = clamp(dot(along, vec3(0.2126729, 0.7151522, 0.072175)) / luminanceOf(luminance, s.normal), 0.005, 1.0);
    return s.radiance * (any(lessThan(along, vec3(0.0))) ? 1.0 : f);
}

vec3 reflectHdrpCorrected(Seen s)
{
    vec3 along = pnIrradianceUnity(local, s.reflection);
    float f = clamp(dot(along, vec3(0.2126729, 0.7151522, 0.072175)) / luminanceOf(luminance, s.reflection), 0.005, 1.0);
    return s.radiance * (any(lessThan(along, vec3(0.0))) ? 1.0 : f);
}

vec3 reflectSource2(Seen s)
{
    float f = pnLuminance(s.alongNormal) / dot(luminance[0], vec4(s.normal, 1.0));
    return s.radiance * min(f, max(1.0, 34.44445 * s.roughness - 2.44445));
}

vec3 reflectEevee(Seen s)
{
    float place = dot(averageOfPlace(), vec3(3.5449077)) + 1e-6;
    return s.radiance * clamp(place / (dot(average.rgb, vec3(3.5449077)) + 1e-6), 0.0, 1.0);
}

vec3 reflectClassic(Seen s)
{
    float place = pnLuminance(pnIrradianceUnity(local, s.reflection));
    float own = pnLuminance(pnIrradianceUnity(probe, s.reflection));
    float f = clamp(place / max(own, max(0.01 * average.w, kPnLeastLight)), 0.0, 7.0);
    return s.radiance * mix(1.0, f, smoothstep(0.1, 0.3, s.roughness));
}

vec3 reflectGodot(Seen s)
{
    float occlusion = min(8.0 * dot(s.alongNormal, vec3(0.3, 0.59, 0.11)), 1.0);
    float reflective = (1.0 - s.roughness) * s.metallic;
    return s.radiance * max(min(10.0 * reflective * occlusion, 1.0), occlusion);
}

vec3 reflectRend2(Seen s)
{
    vec3 own = max(pnIrradianceUnity(probe, s.normal), 0.5 / 255.0);
    return s.radiance * s.alongNormal / dot(own, vec3(0.2125, 0.7154, 0.0721));
}

vec3 reflectCommunityShaders(Seen s)
{
    float place = max(pnLuminance(pnIrradianceUnity(local, s.reflection)), 0.0);
    return s.radiance * (place / max(pnLuminance(pnIrradianceUnity(probe, s.reflection)), 1e-3));
}

// ---- Forms of probenorm ------------------------------------------------------------------------------------

// The light is at hand already.
vec3 reflectLightmap(Seen s)
{
    return pnReflection(s.radiance, s.alongNormal, s.lastMip, s.roughness, 1.0);
}

vec3 reflectVolume(Seen s)
{
    vec3 average = vec3(local[0].w, local[1].w, local[2].w);
    vec3 place = pnIrradianceL1(average, local[0].xyz, local[1].xyz, local[2].xyz, s.reflection);
    return pnReflection(s.radiance, place, s.lastMip, s.roughness, 1.0);
}

vec3 reflectAmbientCube(Seen s)
{
    return pnReflection(s.radiance, pnIrradianceAmbientCube(cube, s.reflection), s.lastMip, s.roughness, 1.0);
}

// The probe's own light from coefficients.
vec3 reflectCoefficients(Seen s)
{
    vec3 place = pnIrradianceUnity(local, s.reflection);
    return pnReflection(s.radiance, place, pnLightUnity(probe, s.reflection), s.roughness, 1.0);
}

vec3 reflectFactor(Seen s)
{
    return s.radiance * pnReflectionFactor(pnIrradianceUnity(local, s.reflection), s.lastMip, s.roughness, 1.0);
}

vec3 reflectDivided(Seen s)
{
    vec3 place = pnIrradianceUnity(local, s.reflection);
    return pnReflectionDivided(s.radiance, place, pnLightUnity(probe, s.reflection), s.roughness, 1.0);
}

vec3 reflectOneChannel(Seen s)
{
    vec3 place = pnIrradianceUnity(local, s.reflection);
    return pnReflectionDivided(s.radiance.rrr, place, pnLightUnity(probe, s.reflection), s.roughness, 1.0);
}

#endif
