// Shades one point per item, as URP's forward pass, its pass of the G-buffer and a shader with URP's signature would.
#include "Packages/com.probenorm/Runtime/Shaders/Universal/Lighting.hlsl"
#include "universal_items.hlsl"

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    const float4 position = items[4 * id.x];    // w: roughness
    const float4 normal = items[4 * id.x + 1];  // w: metallic
    const float4 view = items[4 * id.x + 2];    // w: occlusion
    const float4 bakedGI = items[4 * id.x + 3]; // w: mask of the clear coat
    const BRDFData surface = standInSurface(float3(0.7, 0.5, 0.3), normal.w, position.w);
    const BRDFData coat = standInSurface(float3(1.0, 1.0, 1.0), 0.0, 0.1);
    write(9 * id.x, standInForward(surface, coat, bakedGI.w, half3(bakedGI.rgb), half(view.w), position.xyz,
                                   half3(normal.xyz), half3(view.xyz), float2(0.5, 0.5)));
    write(9 * id.x + 3, standInGBuffer(surface, half3(bakedGI.rgb), half(view.w), position.xyz, half3(normal.xyz),
                                       half3(view.xyz)));
    const half3 reflection = half3(reflect(-view.xyz, normal.xyz));
    write(9 * id.x + 6, ProbeNormGlossyEnvironmentReflection(reflection, position.xyz, half(position.w), half(1.0),
                                                             float2(0.5, 0.5)));
}
