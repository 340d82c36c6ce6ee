// The local light, irradiance over pi, wherever URP has it from: a lightmap, light probes, Adaptive
// Probe Volumes, or the irradiance texture of URP 17.3. One function, and nothing falls through to zeros or to the ambient
// probe.
#ifndef PROBENORM_UNIVERSAL_PLACE_HLSL
#define PROBENORM_UNIVERSAL_PLACE_HLSL

#include "Packages/com.probenorm/Runtime/Shaders/Normalize.hlsl"

#if defined(LIGHTMAP_ON) || defined(DYNAMICLIGHTMAP_ON) || defined(_SCREEN_SPACE_IRRADIANCE)
#define PN_PLACE_LIGHTMAP 1 // the normal's light is all that is known
#elif defined(PROBE_VOLUMES_L1) || defined(PROBE_VOLUMES_L2)
#define PN_PLACE_VOLUMES 1
#endif

float3 pnLightOfProbes(float3 direction)
{
    const PN_FLOAT4 sh[7] = {unity_SHAr, unity_SHAg, unity_SHAb, unity_SHBr, unity_SHBg, unity_SHBb, unity_SHC};
    return max(pnIrradianceUnity(sh, direction), 0.0);
}

// bakedGI: what URP has for the normal, without which a lightmap cannot be asked. Directions of length 1, in world space.
PnPlace pnFindPlace(float3 positionWS, float3 normalWS, float3 reflectWS, float3 viewDirectionWS, float2 screenUV,
                    float3 bakedGI)
{
    PnPlace place;
    place.isKnown = true;
    place.alongNormal = bakedGI;
#if defined(PN_PLACE_LIGHTMAP)
    place.alongReflection = bakedGI;
    place.knowsReflection = false;
#elif defined(PN_PLACE_VOLUMES)
    // Where the quality settings evaluate light per vertex, this gives back what it is handed.
    place.alongReflection = SampleProbeVolumePixel(half3(bakedGI), GetAbsolutePositionWS(positionWS), reflectWS,
                                                   viewDirectionWS, screenUV * _ScaledScreenParams.xy);
    place.knowsReflection = true;
#else
    place.alongNormal = pnLightOfProbes(normalWS);
    place.alongReflection = pnLightOfProbes(reflectWS);
    place.knowsReflection = true;
#endif
    return place;
}

// For callers that know the reflection alone.
PnPlace pnFindPlaceAlong(float3 positionWS, float3 reflectWS, float2 screenUV)
{
    PnPlace place;
    place.alongNormal = place.alongReflection = float3(0.0, 0.0, 0.0);
    place.isKnown = place.knowsReflection = false;
#if defined(PN_PLACE_VOLUMES)
#if !defined(EVALUATE_SH_VERTEX) && !defined(EVALUATE_SH_MIXED)
    place.alongNormal = place.alongReflection =
        SampleProbeVolumePixel(half3(0.0, 0.0, 0.0), GetAbsolutePositionWS(positionWS), reflectWS, -reflectWS,
                               screenUV * _ScaledScreenParams.xy);
    place.isKnown = place.knowsReflection = true;
#endif
#elif !defined(PN_PLACE_LIGHTMAP)
    place.alongNormal = place.alongReflection = pnLightOfProbes(reflectWS);
    place.isKnown = place.knowsReflection = true;
#endif
    return place;
}

#endif
