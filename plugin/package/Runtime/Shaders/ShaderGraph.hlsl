// Functions for Shader Graph's Custom Function nodes (type File); Documentation~/probenorm.md says how to wire them. For URP, Graph.hlsl
// has all probes of a pixel.
#ifndef PROBENORM_SHADER_GRAPH_HLSL
#define PROBENORM_SHADER_GRAPH_HLSL

#include "Packages/com.probenorm/Runtime/Shaders/Normalize.hlsl"

// Any pipeline: what was read of a cubemap, normalized. ProbeLight: its last mip along the same direction. LocalLight: irradiance over
// pi along the reflection. Roughness is perceptual: 1 - smoothness. Weight 0 leaves Radiance as it is.
void ProbeNormReflectionOf_float(float3 Radiance, float3 ProbeLight, float3 LocalLight, float Roughness, float Weight,
                                 out float3 Reflection)
{
    Reflection = pnNormalize(pnReading(Radiance, ProbeLight), LocalLight, Roughness, Weight * pnStrength());
}

#if defined(SHADERGRAPH_PREVIEW) || defined(UNIVERSAL_PIPELINE_CORE_INCLUDED)
// URP: what the renderer's first probe reflects along Direction: the reflection in world space, of length 1, or what box projection
// makes of it.
void ProbeNormFirstProbe_float(float3 Direction, float3 LocalLight, float Roughness, out float3 Reflection)
{
#if defined(SHADERGRAPH_PREVIEW) // where there are no probes
    Reflection = float3(0.5, 0.5, 0.5);
#else
    const float mip = PerceptualRoughnessToMipmapLevel(Roughness);
    const float4 radiance = SAMPLE_TEXTURECUBE_LOD(unity_SpecCube0, samplerunity_SpecCube0, Direction, mip);
    const float4 own = SAMPLE_TEXTURECUBE_LOD(unity_SpecCube0, samplerunity_SpecCube0, Direction, UNITY_SPECCUBE_LOD_STEPS);
    ProbeNormReflectionOf_float(DecodeHDREnvironment(half4(radiance), unity_SpecCube0_HDR),
                                DecodeHDREnvironment(half4(own), unity_SpecCube0_HDR), LocalLight, Roughness, 1.0, Reflection);
#endif
}

void ProbeNormFirstProbe_half(half3 Direction, half3 LocalLight, half Roughness, out half3 Reflection)
{
    float3 reflection;
    ProbeNormFirstProbe_float(Direction, LocalLight, Roughness, reflection);
    Reflection = half3(reflection);
}
#endif

void ProbeNormReflectionOf_half(half3 Radiance, half3 ProbeLight, half3 LocalLight, half Roughness, half Weight,
                                out half3 Reflection)
{
    float3 reflection;
    ProbeNormReflectionOf_float(Radiance, ProbeLight, LocalLight, Roughness, Weight, reflection);
    Reflection = half3(reflection);
}

#endif
