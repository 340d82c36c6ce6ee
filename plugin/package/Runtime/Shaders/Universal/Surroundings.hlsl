// What a surface of URP makes of the light around it, diffuse and reflected, with normalized probes: URP's own formula. Include
// it after URP's BRDF.hlsl, Debugging3D.hlsl and GlobalIllumination.hlsl.
#ifndef PROBENORM_UNIVERSAL_SURROUNDINGS_HLSL
#define PROBENORM_UNIVERSAL_SURROUNDINGS_HLSL

#include "Packages/com.probenorm/Runtime/Shaders/Universal/Reflection.hlsl"

half3 pnUrpSurroundings(BRDFData brdfData, BRDFData brdfDataClearCoat, float clearCoatMask, half3 bakedGI, half occlusion,
                        float3 positionWS, half3 normalWS, half3 viewDirectionWS, float2 normalizedScreenSpaceUV)
{
    const half3 reflectVector = reflect(-viewDirectionWS, normalWS);
    const half grazing = 1.0 - saturate(dot(normalWS, viewDirectionWS));
    const half fresnel = grazing * grazing * grazing * grazing;
    const float3 local = pnLocalLight(positionWS, normalWS, reflectVector, viewDirectionWS, normalizedScreenSpaceUV, bakedGI);
    const half3 reflection = pnUrpReflection(reflectVector, positionWS, brdfData.perceptualRoughness, normalizedScreenSpaceUV,
                                             local, pnStrength());
    half3 color = EnvironmentBRDF(brdfData, bakedGI, reflection, fresnel);
    if (IsOnlyAOLightingFeatureEnabled())
        color = half3(1.0, 1.0, 1.0); // of URP's debugger
#if defined(_CLEARCOAT) || defined(_CLEARCOATMAP)
    const half3 onCoat = pnUrpReflection(reflectVector, positionWS, brdfDataClearCoat.perceptualRoughness,
                                         normalizedScreenSpaceUV, local, pnStrength());
    const half3 coat = EnvironmentBRDFClearCoat(brdfDataClearCoat, clearCoatMask, onCoat, fresnel);
    const half kept = 1.0 - clearCoatMask * (kDielectricSpec.x + kDielectricSpec.a * fresnel);
    color = color * kept + coat;
#endif
    return color * occlusion;
}

#endif
