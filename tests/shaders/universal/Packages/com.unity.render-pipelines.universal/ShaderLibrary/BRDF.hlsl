// A surface of URP, and what it makes of light from around it.
#ifndef UNIVERSAL_BRDF_INCLUDED
#define UNIVERSAL_BRDF_INCLUDED

#include "environment.hlsl"

#define kDielectricSpec half4(0.04, 0.04, 0.04, 0.96)

struct BRDFData
{
    half3 diffuse, specular;
    half perceptualRoughness, roughness2, grazingTerm;
};

BRDFData standInSurface(float3 albedo, float metallic, float perceptualRoughness)
{
    BRDFData data;
    const float kept = 0.96 * (1.0 - metallic); // what is not reflected
    data.diffuse = half3(albedo * kept);
    data.specular = half3(lerp(float3(0.04, 0.04, 0.04), albedo, metallic));
    data.perceptualRoughness = half(perceptualRoughness);
    data.roughness2 = half(pow(perceptualRoughness, 4.0));
    data.grazingTerm = half(saturate(2.0 - perceptualRoughness - kept));
    return data;
}

void InitializeBRDFData(half3 albedo, half metallic, half3 specular, half smoothness, inout half alpha, out BRDFData outData)
{
    outData = standInSurface(float3(albedo), float(metallic), 1.0 - float(smoothness));
}

half3 EnvironmentBRDF(BRDFData data, half3 indirectDiffuse, half3 indirectSpecular, half fresnelTerm)
{
    const float reduction = 1.0 / (float(data.roughness2) + 1.0);
    const half3 grazing = half3(data.grazingTerm, data.grazingTerm, data.grazingTerm);
    return indirectDiffuse * data.diffuse + indirectSpecular * half(reduction) * lerp(data.specular, grazing, fresnelTerm);
}

half3 EnvironmentBRDFClearCoat(BRDFData data, half clearCoatMask, half3 indirectSpecular, half fresnelTerm)
{
    return clearCoatMask * EnvironmentBRDF(data, half3(0.0, 0.0, 0.0), indirectSpecular, fresnelTerm);
}

#endif
