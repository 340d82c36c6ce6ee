// Runs the package's functions for graphs of any pipeline. Without UNIVERSAL_PIPELINE_CORE_INCLUDED nothing of a pipeline is there but
// the macros of constant buffers. Layout: universal_test.cpp.
#if defined(UNIVERSAL_PIPELINE_CORE_INCLUDED)
#include "environment.hlsl"
#else
#define CBUFFER_START(name) [[vk::binding(1, 0)]] tbuffer name {
#define CBUFFER_END };
#endif
#include "Packages/com.probenorm/Runtime/Shaders/ShaderGraph.hlsl"
#include "universal_items.hlsl"

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    const float roughness = items[4 * id.x].w;
    const float4 view = items[4 * id.x + 2]; // w: a weight here
    const float3 light = items[4 * id.x + 3].rgb;
    const float3 radiance = light + float3(1.0, 0.0, 0.0), own = float3(0.3, 0.4, 0.1);
    float3 reflection;
    ProbeNormReflectionOf_float(radiance, own, light, roughness, view.w, reflection);
    write(9 * id.x, reflection);
    half3 narrow;
    ProbeNormReflectionOf_half(half3(radiance), half3(own), half3(light), half(roughness), half(view.w), narrow);
    write(9 * id.x + 3, float3(narrow));
#if defined(SHADERGRAPH_PREVIEW) || defined(UNIVERSAL_PIPELINE_CORE_INCLUDED)
    const half3 along = half3(reflect(-view.xyz, items[4 * id.x + 1].xyz));
    ProbeNormFirstProbe_half(along, half3(light), half(roughness), narrow);
    write(9 * id.x + 6, float3(narrow));
#endif
}
