// All of URP's lit shaders include it where EverywhereMenu put it in the place of URP's GlobalIllumination.hlsl.
#ifndef PROBENORM_UNIVERSAL_EVERYWHERE_HLSL
#define PROBENORM_UNIVERSAL_EVERYWHERE_HLSL

#define GlobalIllumination pnPlainGlobalIllumination
#include "Packages/com.unity.render-pipelines.universal/ShaderLibrary/PlainGlobalIllumination.hlsl"
#undef GlobalIllumination
#include "Packages/com.probenorm/Runtime/Shaders/Universal/GlobalIllumination.hlsl"

// URP's older overloads, which do not know where the surface is: decals of the G-buffer call one. They stay as they are.
half3 GlobalIllumination(BRDFData brdfData, BRDFData brdfDataClearCoat, float clearCoatMask, half3 bakedGI, half occlusion,
                         half3 normalWS, half3 viewDirectionWS)
{
    return pnPlainGlobalIllumination(brdfData, brdfDataClearCoat, clearCoatMask, bakedGI, occlusion, normalWS, viewDirectionWS);
}

half3 GlobalIllumination(BRDFData brdfData, half3 bakedGI, half occlusion, half3 normalWS, half3 viewDirectionWS)
{
    return pnPlainGlobalIllumination(brdfData, bakedGI, occlusion, normalWS, viewDirectionWS);
}

#endif
