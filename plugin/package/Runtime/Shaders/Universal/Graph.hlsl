// Functions for Shader Graph's Custom Function nodes (type File) in URP: custom lighting in an Unlit graph, per pixel, with all
// probes that URP gives a pixel. The sub graphs of this folder wire them; Documentation~/probenorm.md says how to do it by
// hand. Everything is in world space.
#ifndef PROBENORM_UNIVERSAL_GRAPH_HLSL
#define PROBENORM_UNIVERSAL_GRAPH_HLSL

#ifndef SHADERGRAPH_PREVIEW // where there are no probes
#include "Packages/com.unity.render-pipelines.universal/ShaderLibrary/Lighting.hlsl"
#include "Packages/com.probenorm/Runtime/Shaders/Universal/Surroundings.hlsl"
#endif

// Which normal a sub graph uses: the one it is given, or the surface's own where nothing is connected, which is zero.
void ProbeNormChooseNormal_float(float3 Given, float3 Own, out float3 Normal)
{
    Normal = normalize(dot(Given, Given) > 0.0 ? Given : Own);
}

void ProbeNormChooseNormal_half(half3 Given, half3 Own, out half3 Normal)
{
    float3 normal;
    ProbeNormChooseNormal_float(Given, Own, normal);
    Normal = half3(normal);
}

// What the probes reflect, normalized: radiance, before the surface weighs it. BakedGI: of the node of that name, for Normal.
// ScreenUV: of the node Screen Position, mode Default.
void ProbeNormReflection_float(float3 Position, float3 Normal, float3 View, float3 BakedGI, float2 ScreenUV, float Smoothness,
                               out float3 Reflection)
{
#ifdef SHADERGRAPH_PREVIEW
    Reflection = float3(0.5, 0.5, 0.5);
#else
    const float3 along = reflect(-View, Normal);
    const float3 local = pnLocalLight(Position, Normal, along, View, ScreenUV, BakedGI);
    Reflection = pnUrpReflection(half3(along), Position, half(1.0 - Smoothness), ScreenUV, local, pnStrength());
#endif
}

void ProbeNormReflection_half(half3 Position, half3 Normal, half3 View, half3 BakedGI, half2 ScreenUV, half Smoothness,
                              out half3 Reflection)
{
    float3 reflection;
    ProbeNormReflection_float(Position, Normal, View, BakedGI, ScreenUV, Smoothness, reflection);
    Reflection = half3(reflection);
}

// The light from around a metallic surface, diffuse and reflected, as URP/Lit adds it. Lamps are not in it.
void ProbeNormSurroundings_float(float3 Position, float3 Normal, float3 View, float3 BakedGI, float2 ScreenUV, float3 Albedo,
                                 float Metallic, float Smoothness, float Occlusion, out float3 Color)
{
#ifdef SHADERGRAPH_PREVIEW
    Color = Albedo * 0.5;
#else
    BRDFData surface;
    half alpha = 1.0;
    InitializeBRDFData(half3(Albedo), half(Metallic), half3(0.0, 0.0, 0.0), half(Smoothness), alpha, surface);
    Color = pnUrpSurroundings(surface, (BRDFData)0, 0.0, half3(BakedGI), half(Occlusion), Position, half3(Normal), half3(View),
                              ScreenUV);
#endif
}

void ProbeNormSurroundings_half(half3 Position, half3 Normal, half3 View, half3 BakedGI, half2 ScreenUV, half3 Albedo,
                                half Metallic, half Smoothness, half Occlusion, out half3 Color)
{
    float3 color;
    ProbeNormSurroundings_float(Position, Normal, View, BakedGI, ScreenUV, Albedo, Metallic, Smoothness, Occlusion, color);
    Color = half3(color);
}

#endif
