// The global illumination of one point per item, as the Built-in pipeline's Standard shader asks for it. Layout:
// built_in_test.cpp.
#include "Packages/com.probenorm/Runtime/Shaders/BuiltIn/GlobalIllumination.hlsl"
#include "universal_items.hlsl"

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    const float4 position = items[4 * id.x];   // w: roughness
    const float4 normal = items[4 * id.x + 1];
    const float4 view = items[4 * id.x + 2];   // w: occlusion
    UnityGIInput data;
    data.worldPos = position.xyz;
    data.ambient = half3(items[4 * id.x + 3].rgb);
    Unity_GlossyEnvironmentData gloss;
    gloss.roughness = half(position.w);
    gloss.reflUVW = half3(reflect(-view.xyz, normal.xyz));
#if defined(PN_PLACE_GRID)
    write(9 * id.x, pnDeferredReflection(gloss, position.xyz, normal.xyz));
    return;
#endif
    const UnityGI gi = UnityGlobalIllumination(data, half(view.w), half3(normal.xyz), gloss);
    write(9 * id.x, gi.indirect.specular);
    write(9 * id.x + 3, gi.indirect.diffuse);
    write(9 * id.x + 6, UnityGlobalIllumination(data, half(view.w), half3(normal.xyz)).indirect.diffuse);
}
