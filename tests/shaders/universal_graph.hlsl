// Shades one point per item by the functions for Shader Graph.
#include "environment.hlsl"

#include "Packages/com.probenorm/Runtime/Shaders/Universal/Graph.hlsl"
#include "universal_items.hlsl"

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    const float4 position = items[4 * id.x];    // w: roughness
    const float4 normal = items[4 * id.x + 1];  // w: metallic
    const float4 view = items[4 * id.x + 2];    // w: occlusion
    const float4 bakedGI = items[4 * id.x + 3]; // w: mask of the clear coat
    float3 color, reflection;
    ProbeNormSurroundings_float(position.xyz, normal.xyz, view.xyz, bakedGI.rgb, float2(0.5, 0.5), float3(0.7, 0.5, 0.3),
                                normal.w, 1.0 - position.w, view.w, color);
    write(9 * id.x, color);
    half3 narrow;
    ProbeNormSurroundings_half(half3(position.xyz), half3(normal.xyz), half3(view.xyz), half3(bakedGI.rgb), half2(0.5, 0.5),
                               half3(0.7, 0.5, 0.3), half(normal.w), half(1.0 - position.w), half(view.w), narrow);
    write(9 * id.x + 3, float3(narrow));
    ProbeNormReflection_float(position.xyz, normal.xyz, view.xyz, bakedGI.rgb, float2(0.5, 0.5), 1.0 - position.w, reflection);
    write(9 * id.x + 6, reflection);
}
