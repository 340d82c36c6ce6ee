// The global illumination of one point per item, as the Built-in pipeline's Standard shader asks for it; with PN_AUTHORS, as a shader of
// somebody else does that knows an average and a direction per channel, like those of VRC Light Volumes. Layout: built_in_test.cpp.
#if defined(PN_AUTHORS)
#include "Packages/com.probenorm/Runtime/Shaders/BuiltIn/ProbeNorm.cginc"
#else
#include "Packages/com.probenorm/Runtime/Shaders/BuiltIn/GlobalIllumination.hlsl"
#endif
#include "universal_items.hlsl"

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    const float4 position = items[4 * id.x]; // w: roughness
    const float4 normal = items[4 * id.x + 1];
    const float4 view = items[4 * id.x + 2]; // w: occlusion
    const float3 light = items[4 * id.x + 3].rgb;
#if defined(PN_AUTHORS)
    const float3 r = reflect(-view.xyz, normal.xyz), slope = light * 0.5;
    const float3 local = pnIrradianceL1(light, float3(slope.r, 0.0, 0.0), float3(0.0, slope.g, 0.0), float3(0.0, 0.0, slope.b), r);
    write(9 * id.x, pnProbeReflection(r, position.xyz, position.w, local, view.w));
    write(9 * id.x + 3, pnProbeReflection(r, position.xyz, position.w, pnLightOfProbes(r, position.xyz), 1.0));
#else
    UnityGIInput data;
    data.worldPos = position.xyz;
    data.ambient = half3(light);
    data.lightmapUV = position.xzxz;
    Unity_GlossyEnvironmentData gloss;
    gloss.roughness = half(position.w);
    gloss.reflUVW = half3(reflect(-view.xyz, normal.xyz));
    const UnityGI gi = UnityGlobalIllumination(data, half(view.w), half3(normal.xyz), gloss);
    write(9 * id.x, gi.indirect.specular);
    write(9 * id.x + 3, gi.indirect.diffuse);
    write(9 * id.x + 6, UnityGlobalIllumination(data, half(view.w), half3(normal.xyz)).indirect.diffuse);
#endif
}
