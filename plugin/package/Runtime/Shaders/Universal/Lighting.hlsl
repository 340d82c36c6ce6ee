// URP's Lighting.hlsl with normalized reflections: include it before a pass of URP's, which then finds its own include done.
// URP's GlobalIllumination gets another name, and ours takes its place; everything else stays URP's.
#ifndef PROBENORM_UNIVERSAL_LIGHTING_HLSL
#define PROBENORM_UNIVERSAL_LIGHTING_HLSL

#include "Packages/com.unity.render-pipelines.universal/ShaderLibrary/BRDF.hlsl"
#define GlobalIllumination pnPlainGlobalIllumination
#include "Packages/com.unity.render-pipelines.universal/ShaderLibrary/Debug/Debugging3D.hlsl" // includes the next, for DEBUG_DISPLAY
#include "Packages/com.unity.render-pipelines.universal/ShaderLibrary/GlobalIllumination.hlsl"
#undef GlobalIllumination
#include "Packages/com.probenorm/Runtime/Shaders/Universal/Surroundings.hlsl"

// The overload that URP's forward pass calls (14 up), and that of URP's pass of the G-buffer, which has no screen position.
half3 GlobalIllumination(BRDFData brdfData, BRDFData brdfDataClearCoat, float clearCoatMask, half3 bakedGI, half occlusion,
                         float3 positionWS, half3 normalWS, half3 viewDirectionWS, float2 normalizedScreenSpaceUV)
{
    return pnUrpSurroundings(brdfData, brdfDataClearCoat, clearCoatMask, bakedGI, occlusion, positionWS, normalWS,
                             viewDirectionWS, normalizedScreenSpaceUV);
}

// URP 12's forward pass.
half3 GlobalIllumination(BRDFData brdfData, BRDFData brdfDataClearCoat, float clearCoatMask, half3 bakedGI, half occlusion,
                         float3 positionWS, half3 normalWS, half3 viewDirectionWS)
{
    return GlobalIllumination(brdfData, brdfDataClearCoat, clearCoatMask, bakedGI, occlusion, positionWS, normalWS,
                              viewDirectionWS, float2(0.0, 0.0));
}

half3 GlobalIllumination(BRDFData brdfData, half3 bakedGI, half occlusion, float3 positionWS, half3 normalWS,
                         half3 viewDirectionWS)
{
    return GlobalIllumination(brdfData, (BRDFData)0, 0.0, bakedGI, occlusion, positionWS, normalWS, viewDirectionWS,
                              float2(0.0, 0.0));
}

#include "Packages/com.unity.render-pipelines.universal/ShaderLibrary/Lighting.hlsl"

#endif
