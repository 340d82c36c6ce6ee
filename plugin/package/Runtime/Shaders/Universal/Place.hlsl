// The local light along the reflection, irradiance over pi, wherever URP has it from: lightmaps with or without a direction, light
// probes, Adaptive Probe Volumes, or the irradiance texture of URP 17.3, in which Surface Cache arrives.
#ifndef PROBENORM_UNIVERSAL_PLACE_HLSL
#define PROBENORM_UNIVERSAL_PLACE_HLSL

#include "Packages/com.probenorm/Runtime/Shaders/Normalize.hlsl"

#if defined(_SCREEN_SPACE_IRRADIANCE)
#define PN_PLACE_NORMAL 1 // the light along the normal is all that is known
#elif defined(LIGHTMAP_ON) || defined(DYNAMICLIGHTMAP_ON)
#define PN_PLACE_NORMAL 1
#if defined(DIRLIGHTMAP_COMBINED)
#define PN_PLACE_DIRECTION 1 // and where it comes from
#endif
#elif defined(PROBE_VOLUMES_L1) || defined(PROBE_VOLUMES_L2)
#define PN_PLACE_VOLUMES 1
#endif

#if defined(PN_PLACE_DIRECTION)
// The mean direction that a lightmap's light comes from, shorter than 1. Zero, which changes nothing, until the lightmap is read.
static float3 pnLightmapDirection = float3(0.0, 0.0, 0.0);

// URP's function, whose callers do not hand the place in the lightmap on. It is linear in the normal, light (1 + direction . normal),
// so that the direction follows from it whatever textures it reads. Compilers read each texel once.
half3 pnSampleLightmap(float2 staticLightmapUV, float2 dynamicLightmapUV, half3 normalWS)
{
    const float mean = pnLuminance(SampleLightmap(staticLightmapUV, dynamicLightmapUV, half3(0.0, 0.0, 0.0)));
    const float3 axes = float3(pnLuminance(SampleLightmap(staticLightmapUV, dynamicLightmapUV, half3(1.0, 0.0, 0.0))),
                               pnLuminance(SampleLightmap(staticLightmapUV, dynamicLightmapUV, half3(0.0, 1.0, 0.0))),
                               pnLuminance(SampleLightmap(staticLightmapUV, dynamicLightmapUV, half3(0.0, 0.0, 1.0))));
    pnLightmapDirection = axes / max(mean, kPnLeastLight) - 1.0;
    return SampleLightmap(staticLightmapUV, dynamicLightmapUV, normalWS);
}

half3 pnSampleLightmap(float2 staticLightmapUV, half3 normalWS)
{
    return pnSampleLightmap(staticLightmapUV, float2(0.0, 0.0), normalWS);
}

#define SampleLightmap pnSampleLightmap // for the passes that follow
#endif

float3 pnLightOfProbes(float3 direction)
{
    const PN_FLOAT4 sh[7] = {unity_SHAr, unity_SHAg, unity_SHAb, unity_SHBr, unity_SHBg, unity_SHBb, unity_SHC};
    return pnIrradianceUnity(sh, direction);
}

// bakedGI: what URP has for the normal. Directions of length 1, in world space.
float3 pnLocalLight(float3 positionWS, float3 normalWS, float3 reflectWS, float3 viewDirectionWS, float2 screenUV, float3 bakedGI)
{
#if defined(PN_PLACE_DIRECTION)
    return pnIrradianceLightmap(bakedGI, pnLightmapDirection, normalWS, reflectWS);
#elif defined(PN_PLACE_NORMAL)
    return bakedGI;
#elif defined(PN_PLACE_VOLUMES)
    // Where the quality settings evaluate light per vertex, this gives back what it is handed.
    return SampleProbeVolumePixel(half3(bakedGI), GetAbsolutePositionWS(positionWS), reflectWS, viewDirectionWS,
                                  screenUV * _ScaledScreenParams.xy);
#else
    return pnLightOfProbes(reflectWS);
#endif
}

#endif
