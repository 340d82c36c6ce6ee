// ProbeNorm for shaders of the Built-in pipeline, VRChat's among them: materials, textures and Unity's own constants are all it needs.
//   float3 r = reflect(-view, normal);
//   float3 local = pnLightOfProbes(r, positionWS);             // or pnIrradianceL1(L0, L1r, L1g, L1b, r) of VRC Light Volumes
//   specular = pnProbeReflection(r, positionWS, roughness, local, 1.0); // in place of Unity_GlossyEnvironment, before Fresnel
// Documentation~/shader-authors.md says more. A shader pack that brings its own copy of probenorm.hlsl includes that first.
#ifndef PROBENORM_CGINC
#define PROBENORM_CGINC

#include "UnityCG.cginc"
#include "UnityImageBasedLighting.cginc"
#include "UnityStandardUtils.cginc"
#include "Packages/com.probenorm/Runtime/Shaders/Normalize.hlsl"

// Light probes, or a light probe proxy volume, along a direction of length 1.
float3 pnLightOfProbes(float3 direction, float3 positionWS)
{
    const PN_FLOAT4 sh[7] = {unity_SHAr, unity_SHAg, unity_SHAb, unity_SHBr, unity_SHBg, unity_SHBb, unity_SHC};
    float3 light = pnIrradianceUnity(sh, direction);
#if UNITY_LIGHT_PROBE_PROXY_VOLUME
    if (unity_ProbeVolumeParams.x == 1.0)
        light = SHEvalLinearL0L1_SampleProbeVolume(half4(direction, 1.0), positionWS);
#endif
    return light;
}

// Unity's directional lightmap, unity_LightmapInd. light: what Unity has for the normal.
float3 pnLightOfLightmap(float3 light, float4 texel, float3 normalWS, float3 direction)
{
    return pnIrradianceLightmap(light, 2.0 * texel.xyz - 1.0, normalWS, direction);
}

float3 pnReadDirection(float3 reflectWS, float3 positionWS, float4 position, float4 boxMin, float4 boxMax)
{
#if defined(UNITY_SPECCUBE_BOX_PROJECTION)
    return BoxProjectedCubemapDirection(reflectWS, positionWS, position, boxMin, boxMax);
#else
    return reflectWS;
#endif
}

// A cubemap and its last mip, along one direction. roughness: perceptual.
PnReading pnReadCube(UNITY_ARGS_TEXCUBE(cube), half4 hdr, float3 along, float roughness)
{
    Unity_GlossyEnvironmentData at;
    at.reflUVW = along;
    at.roughness = roughness;
    Unity_GlossyEnvironmentData last = at;
    last.roughness = 1.0; // mip UNITY_SPECCUBE_LOD_STEPS
    return pnReading(Unity_GlossyEnvironment(UNITY_PASS_TEXCUBE(cube), hdr, at),
                     Unity_GlossyEnvironment(UNITY_PASS_TEXCUBE(cube), hdr, last));
}

// The one or two probes of the draw, as Unity blends them: for the whole renderer. Without a probe it is the sky.
PnReading pnReadProbes(float3 reflectWS, float3 positionWS, float roughness)
{
    const float3 first = pnReadDirection(reflectWS, positionWS, unity_SpecCube0_ProbePosition, unity_SpecCube0_BoxMin,
                                         unity_SpecCube0_BoxMax);
    PnReading reading = pnReadCube(UNITY_PASS_TEXCUBE(unity_SpecCube0), unity_SpecCube0_HDR, first, roughness);
#if defined(UNITY_SPECCUBE_BLENDING)
    const float share = unity_SpecCube0_BoxMin.w; // of the first probe
    if (share < 0.99999)
    {
        const float3 second = pnReadDirection(reflectWS, positionWS, unity_SpecCube1_ProbePosition, unity_SpecCube1_BoxMin,
                                              unity_SpecCube1_BoxMax);
        const PnReading other = pnReadCube(UNITY_PASS_TEXCUBE_SAMPLER(unity_SpecCube1, unity_SpecCube0), unity_SpecCube1_HDR,
                                           second, roughness);
        reading.radiance = lerp(other.radiance, reading.radiance, share);
        reading.own = lerp(other.own, reading.own, share);
    }
#endif
    return reading;
}

// What the probes reflect, normalized: radiance, before the surface weighs it. local: the local light along the reflection.
// weight: 0.0 leaves the reflection as it is.
float3 pnProbeReflection(float3 reflectWS, float3 positionWS, float roughness, float3 local, float weight)
{
    return pnNormalize(pnReadProbes(reflectWS, positionWS, roughness), local, roughness, weight * pnStrength());
}

#endif
