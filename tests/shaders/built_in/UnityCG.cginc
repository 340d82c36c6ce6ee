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

// The light of Source::Volumes in all cells, where the right one is asked.
#if defined(PN_PLACE_GRID)
static const float4 _ProbeNormPlacesCorner = float4(-3.0, -1.0, -4.0, 8.0), _ProbeNormPlacesSize = float4(9.0, 5.0, 8.0, 0.0);

float4 standInPlace(float3 at, float3 positionWS)
{
    const int channel = int(3.0 * at.x);
    float3 share = (positionWS - _ProbeNormPlacesCorner.xyz) / _ProbeNormPlacesSize.xyz;
    share.x = clamp(share.x, 0.0625, 0.9375); // between the middles of the first and the last cell
    const float apart = length(float3(3.0 * at.x - float(channel), at.yz) - share);
    return volumeLight[channel] * float4(0.0, 0.0, 0.375, 0.625) * (1.0 + 100.0 * max(apart - 1e-5, 0.0));
}
#define PN_PLACE_CELL(at) standInPlace(at, positionWS)
#endif

#endif
