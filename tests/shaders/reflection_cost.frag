// What a reflection costs under one preset, PN_PRESET: a fragment shader that gets what an engine has at hand, which is
// the place's light along the normal (its diffuse lighting needs that) and coefficients, and writes the reflection.
// reflection_cost_test.cpp counts its instructions, less those of PN_PRESET 11, which writes what the probe shows.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "runtime/probenorm.glsl"

layout(set = 0, binding = 0) uniform Lights
{
    vec4 local[7];      // unity_SHAr to SHC
    vec4 probe[7];      // the same of the probe
    vec4 luminance[3];  // of the probe, nine coefficients, for engines that keep no more
    vec4 average;       // of the probe: r g b and luminance
};

layout(location = 0) in vec3 radiance;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec3 reflection;
layout(location = 3) in vec3 alongNormal; // the place's light
layout(location = 4) in vec2 surface;     // roughness, metallic
layout(location = 0) out vec3 color;

float fadeOf(float roughness, float from, float to)
{
    return smoothstep(from, to, roughness);
}

float luminanceAlong(vec3 d)
{
    vec4 second = vec4(d.x * d.y, d.y * d.z, d.z * d.z, d.z * d.x);
    return dot(luminance[0], vec4(d, 1.0)) + dot(luminance[1], second) + luminance[2].x * (d.x * d.x - d.y * d.y);
}

vec3 averageOfPlace()
{
    return vec3(local[0].w + local[3].z / 3.0, local[1].w + local[4].z / 3.0, local[2].w + local[5].z / 3.0);
}

vec3 normalized()
{
#if PN_PRESET == 0 // probenorm
    vec3 average = averageOfPlace();
    PnLight place = pnLight(alongNormal, pnIrradianceUnity(local, reflection), average);
    return pnReflection(radiance, place, pnLightUnity(probe, normal, reflection), surface.x);
#elif PN_PRESET == 1 // blackops
    return radiance * (pnLuminance(averageOfPlace()) / max(average.w, kPnLeastLight));
#elif PN_PRESET == 2 // unreal
    float f = min(dot(alongNormal, vec3(0.3, 0.59, 0.11)) / max(average.w, 1e-4), 10000.0);
    return radiance * mix(1.0, f, fadeOf(surface.x, 0.1, 0.3));
#elif PN_PRESET == 3 // hdrp
    vec3 along = pnIrradianceUnity(local, reflection);
    float f = clamp(dot(along, vec3(0.2126729, 0.7151522, 0.072175)) / luminanceAlong(normal), 0.005, 1.0);
    return radiance * (any(lessThan(along, vec3(0.0))) ? 1.0 : f);
#elif PN_PRESET == 4 // hdrp-corrected
    vec3 along = pnIrradianceUnity(local, reflection);
    float f = clamp(dot(along, vec3(0.2126729, 0.7151522, 0.072175)) / luminanceAlong(reflection), 0.005, 1.0);
    return radiance * (any(lessThan(along, vec3(0.0))) ? 1.0 : f);
#elif PN_PRESET == 5 // source2
    float f = pnLuminance(alongNormal) / dot(luminance[0], vec4(normal, 1.0));
    return radiance * min(f, max(1.0, 34.44445 * surface.x - 2.44445));
#elif PN_PRESET == 6 // eevee
    float place = dot(averageOfPlace(), vec3(3.5449077)) + 1e-6;
    return radiance * clamp(place / (dot(average.rgb, vec3(3.5449077)) + 1e-6), 0.0, 1.0);
#elif PN_PRESET == 7 // classic
    float place = pnLuminance(pnIrradianceUnity(local, reflection));
    float own = pnLuminance(pnIrradianceUnity(probe, reflection));
    return radiance * pnFactor(place, own, 0.01 * average.w, pnDefaultBounds(), surface.x);
#elif PN_PRESET == 8 // godot
    float occlusion = min(8.0 * dot(alongNormal, vec3(0.3, 0.59, 0.11)), 1.0);
    float reflective = (1.0 - surface.x) * surface.y;
    return radiance * max(min(10.0 * reflective * occlusion, 1.0), occlusion);
#elif PN_PRESET == 9 // rend2
    vec3 own = max(pnIrradianceUnity(probe, normal), 0.5 / 255.0);
    return radiance * alongNormal / dot(own, vec3(0.2125, 0.7154, 0.0721));
#elif PN_PRESET == 10 // community-shaders
    float place = max(pnLuminance(pnIrradianceUnity(local, reflection)), 0.0);
    return radiance * (place / max(pnLuminance(pnIrradianceUnity(probe, reflection)), 1e-3));
#else
    return radiance;
#endif
}

void main()
{
    color = normalized();
}
