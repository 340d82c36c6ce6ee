// URP's functions of this name, with normalized reflections. URP's own are pnPlainGlobalIllumination where this is included.
#ifndef PROBENORM_UNIVERSAL_GLOBAL_ILLUMINATION_HLSL
#define PROBENORM_UNIVERSAL_GLOBAL_ILLUMINATION_HLSL

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

#endif
