// Shades one point per item by the package's sub graphs, as Shader Graph calls them: subgraph.py writes subgraphs.hlsl.
#include "environment.hlsl"

#include "Packages/com.probenorm/Runtime/Shaders/Universal/Graph.hlsl"
#include "universal_items.hlsl"

// What Shader Graph hands to a sub graph.
struct SurfaceInputs
{
    float3 WorldSpacePosition, WorldSpaceNormal, WorldSpaceViewDirection;
    float2 NDCPosition;
    float4 uv1, uv2;
};

static float3 bakedPosition, bakedNormal, bakedLight; // of the item; the sub graph must ask for just that

float3 standInBakedGI(float3 position, float3 normal, float2 staticUV, float2 dynamicUV, bool scales)
{
    const float apart = length(position - bakedPosition) + length(normal - bakedNormal) + length(staticUV - float2(1.0, 2.0)) +
                        length(dynamicUV - float2(3.0, 4.0));
    return scales && apart < 1e-4 ? bakedLight : float3(-1.0, -1.0, -1.0);
}
#define SHADERGRAPH_BAKED_GI standInBakedGI

#include "subgraphs.hlsl"

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    const float4 position = items[4 * id.x];    // w: roughness
    const float4 normal = items[4 * id.x + 1];  // w: metallic
    const float4 view = items[4 * id.x + 2];    // w: occlusion
    bakedPosition = position.xyz;
    bakedNormal = normal.xyz;
    bakedLight = items[4 * id.x + 3].rgb;
    SurfaceInputs surface;
    surface.WorldSpacePosition = position.xyz;
    surface.WorldSpaceNormal = 2.0 * normal.xyz; // interpolated ones have any length
    surface.WorldSpaceViewDirection = view.xyz;
    surface.NDCPosition = float2(0.5, 0.5);
    surface.uv1 = float4(1.0, 2.0, 0.0, 0.0);
    surface.uv2 = float4(3.0, 4.0, 0.0, 0.0);
    const float3 albedo = float3(0.7, 0.5, 0.3), unconnected = float3(0.0, 0.0, 0.0);
    float3 color, reflection;
    SG_ProbeNormSurroundingsGraph_float(albedo, normal.w, 1.0 - position.w, view.w, unconnected, surface, color);
    write(9 * id.x, color);
    SG_ProbeNormReflectionGraph_float(1.0 - position.w, unconnected, surface, reflection);
    write(9 * id.x + 6, reflection);
    surface.WorldSpaceNormal = view.xyz; // which a connected normal replaces
    SG_ProbeNormSurroundingsGraph_float(albedo, normal.w, 1.0 - position.w, view.w, normal.xyz, surface, color);
    write(9 * id.x + 3, color);
}
