// What a surface of URP makes of the light around it, diffuse and reflected, with normalized probes: URP's own formula. Include
// it after URP's BRDF.hlsl, Debugging3D.hlsl and GlobalIllumination.hlsl.
#ifndef PROBENORM_UNIVERSAL_SURROUNDINGS_HLSL
#define PROBENORM_UNIVERSAL_SURROUNDINGS_HLSL

#include "Packages/com.probenorm/Runtime/Shaders/Universal/Reflection.hlsl"

// The colour of a ProbeView. Factor: blue where normalization darkens, red where it brightens, white where it changes
// nothing; full colour is two stops. NotNormalized: red where nothing is normalized, grey elsewhere.
half3 pnUrpShow(float3 normalized, float3 plain)
{
    if (_ProbeNormCount.y > 3.5)
        return half3(lerp(float3(1.0, 0.0, 0.0), 0.5, saturate(normalized.x - plain.x)));
    if (_ProbeNormCount.y > 1.5)
        return half3(_ProbeNormCount.y > 2.5 ? normalized : plain);
    const float stops = log2(max(pnLuminance(normalized), 1e-6) / max(pnLuminance(plain), 1e-6));
    const float part = clamp(0.5 * stops, -1.0, 1.0);
    return half3(1.0 - saturate(-part), 1.0 - abs(part), 1.0 - saturate(part));
}

half3 pnUrpSurroundings(BRDFData brdfData, BRDFData brdfDataClearCoat, float clearCoatMask, half3 bakedGI, half occlusion,
                        float3 positionWS, half3 normalWS, half3 viewDirectionWS, float2 normalizedScreenSpaceUV)
{
    const half3 reflectVector = reflect(-viewDirectionWS, normalWS);
    const half grazing = 1.0 - saturate(dot(normalWS, viewDirectionWS));
    const half fresnel = grazing * grazing * grazing * grazing;
    const PnPlace place = pnFindPlace(positionWS, normalWS, reflectVector, viewDirectionWS, normalizedScreenSpaceUV, bakedGI);
    const half3 reflection = pnUrpReflection(reflectVector, positionWS, normalWS, brdfData.perceptualRoughness,
                                          normalizedScreenSpaceUV, place);
    if (_ProbeNormCount.y > 0.0)
    {
        PnPlace unknown = place;
        unknown.isKnown = false;
        return pnUrpShow(reflection, pnUrpReflection(reflectVector, positionWS, normalWS, brdfData.perceptualRoughness,
                                                     normalizedScreenSpaceUV, unknown));
    }
    half3 color = EnvironmentBRDF(brdfData, bakedGI, reflection, fresnel);
    if (IsOnlyAOLightingFeatureEnabled())
        color = half3(1.0, 1.0, 1.0); // of URP's debugger
#if defined(_CLEARCOAT) || defined(_CLEARCOATMAP)
    const half3 onCoat = pnUrpReflection(reflectVector, positionWS, normalWS, brdfDataClearCoat.perceptualRoughness,
                                      normalizedScreenSpaceUV, place);
    const half3 coat = EnvironmentBRDFClearCoat(brdfDataClearCoat, clearCoatMask, onCoat, fresnel);
    const half kept = 1.0 - clearCoatMask * (kDielectricSpec.x + kDielectricSpec.a * fresnel);
    color = color * kept + coat;
#endif
    return color * occlusion;
}

#endif
