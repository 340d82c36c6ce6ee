// The two passes of URP's that ask for global illumination: forward, and the one that fills the G-buffer.
#ifndef UNIVERSAL_LIGHTING_INCLUDED
#define UNIVERSAL_LIGHTING_INCLUDED

#include "Packages/com.unity.render-pipelines.universal/ShaderLibrary/BRDF.hlsl"
#include "Packages/com.unity.render-pipelines.universal/ShaderLibrary/Debug/Debugging3D.hlsl"
#include "Packages/com.unity.render-pipelines.universal/ShaderLibrary/GlobalIllumination.hlsl"

// URP's passes read the lightmap by the macro SAMPLE_GI, after all of its files.
half3 standInBakedGI(half3 bakedGI, float3 positionWS, half3 normalWS)
{
#if defined(LIGHTMAP_ON) && defined(DIRLIGHTMAP_COMBINED)
    return SampleLightmap(positionWS.xz, positionWS.xz, normalWS);
#elif defined(DYNAMICLIGHTMAP_ON) && defined(DIRLIGHTMAP_COMBINED)
    return SampleLightmap(0, positionWS.xz, normalWS);
#else
    return bakedGI;
#endif
}

half3 standInForward(BRDFData surface, BRDFData coat, float coatMask, half3 bakedGI, half occlusion, float3 positionWS,
                     half3 normalWS, half3 viewDirectionWS, float2 screenUV)
{
    bakedGI = standInBakedGI(bakedGI, positionWS, normalWS);
#if defined(URP_12)
    return GlobalIllumination(surface, coat, coatMask, bakedGI, occlusion, positionWS, normalWS, viewDirectionWS);
#else
    return GlobalIllumination(surface, coat, coatMask, bakedGI, occlusion, positionWS, normalWS, viewDirectionWS, screenUV);
#endif
}

half3 standInGBuffer(BRDFData surface, half3 bakedGI, half occlusion, float3 positionWS, half3 normalWS,
                     half3 viewDirectionWS)
{
    bakedGI = standInBakedGI(bakedGI, positionWS, normalWS);
    return GlobalIllumination(surface, bakedGI, occlusion, positionWS, normalWS, viewDirectionWS);
}

#endif
