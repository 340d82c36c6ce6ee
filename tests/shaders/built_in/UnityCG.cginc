// What the Built-in pipeline's UnityCG.cginc brings; environment.hlsl has the constants of the draw and the cubemaps.
#ifndef UNITY_CG_INCLUDED
#define UNITY_CG_INCLUDED

#include "environment.hlsl"

static const half4 unity_IndirectSpecColor = half4(0.1, 0.2, 0.3, 1.0);

#if UNITY_LIGHT_PROBE_PROXY_VOLUME
static const float4 unity_ProbeVolumeParams = float4(1.0, 0.0, 0.0, 0.0); // x: 1 where the renderer has a volume

half3 SHEvalLinearL0L1_SampleProbeVolume(half4 normal, float3 worldPos)
{
    return half3(volumeLight.rgb * (0.625 + 0.375 * normal.z));
}
#endif

// Textures of lightmaps, whose directions alone are read.
static const int unity_Lightmap = 0, unity_LightmapInd = 1, unity_DynamicLightmap = 2, unity_DynamicDirectionality = 3;

float4 standInDirection(int name, float2 uv)
{
    return float4(0.5 + 0.5 * standInLightmapDirection(uv), 1.0) * (name % 2 == 1 ? 1.0 : 0.0);
}
#define UNITY_SAMPLE_TEX2D_SAMPLER(name, sampler, uv) standInDirection(name, uv)

#endif
