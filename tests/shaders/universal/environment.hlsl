// What URP's Core.hlsl brings: macros, the constants of a draw, textures. Cubemaps are formulas; see README.md.
#ifndef ENVIRONMENT_HLSL
#define ENVIRONMENT_HLSL

#if defined(NARROW_HALF)
#define half min16float
#define half2 min16float2
#define half3 min16float3
#define half4 min16float4
#endif
#define CBUFFER_START(name) [[vk::binding(1, 0)]] tbuffer name {
#define CBUFFER_END };
#define SAMPLER(name) static const int name = 0

#define UNITY_SPECCUBE_LOD_STEPS 6
#define MOST_ATLAS_PROBES 4

#if defined(DOTS_INSTANCING_ON)
#define DRAW_SPEC_CUBE_HDR standInHdr
#else
#define DRAW_SPEC_CUBE_HDR unity_SpecCube0_HDR
#endif

[[vk::binding(3, 0)]] tbuffer Engine
{
#if defined(DOTS_INSTANCING_ON)
    float4 standInLight[7];
#else
    float4 unity_SHAr, unity_SHAg, unity_SHAb, unity_SHBr, unity_SHBg, unity_SHBb, unity_SHC;
#endif
    float4 unity_SpecCube0_ProbePosition, unity_SpecCube0_BoxMin, unity_SpecCube0_BoxMax, DRAW_SPEC_CUBE_HDR;
    float4 unity_SpecCube1_ProbePosition, unity_SpecCube1_BoxMin, unity_SpecCube1_BoxMax, unity_SpecCube1_HDR;
    float4 _GlossyEnvironmentCubeMap_HDR, _ScaledScreenParams, _GlossyEnvironmentColor;
    float4 urp_ReflProbes_BoxMin[MOST_ATLAS_PROBES], urp_ReflProbes_BoxMax[MOST_ATLAS_PROBES];
    float4 urp_ReflProbes_ProbePosition[MOST_ATLAS_PROBES];
    float4 urp_ReflProbes_MipScaleOffset[7 * MOST_ATLAS_PROBES];
    float4 clusterProbes; // the order in which a cluster gives them; below 0: no more
    float4 volumeLight;   // of Adaptive Probe Volumes along +Z; along -Z a quarter of it
#if defined(REFLECTION_PROBE_ROTATION)
    float4 unity_SpecCube0_Rotation, unity_SpecCube1_Rotation, urp_ReflProbes_Rotation[MOST_ATLAS_PROBES];
#endif
};

#if defined(DOTS_INSTANCING_ON)
// In batches of instances these names are macros of calls (URP's UniversalDOTSInstancing.hlsl, 14 and 17).
float4 standInOfInstance(uint number)
{
    return standInLight[number];
}
float4 standInHdrOfInstance()
{
    return standInHdr;
}
#define unity_SHAr standInOfInstance(0u)
#define unity_SHAg standInOfInstance(1u)
#define unity_SHAb standInOfInstance(2u)
#define unity_SHBr standInOfInstance(3u)
#define unity_SHBg standInOfInstance(4u)
#define unity_SHBb standInOfInstance(5u)
#define unity_SHC standInOfInstance(6u)
#define unity_SpecCube0_HDR standInHdrOfInstance()
#endif

// A cubemap's number; its texels are a formula. `unity_SpecCube0` stands for a texture in macros, and is never a name.
static const int kCube_unity_SpecCube0 = 0, kCube_unity_SpecCube1 = 1, kCube__GlossyEnvironmentCubeMap = 7;

// The last mips hold less of a direction.
float3 standInCube(int cube, float3 direction, float mip)
{
    const float3 d = normalize(direction) * (0.9 / (1.0 + 0.5 * mip));
    return float3(1.0 + d.x, 1.0 + d.y, 1.0 + d.z) * (1.0 + float(cube)) / (1.0 + 0.25 * mip);
}

// A directional lightmap: its light, and the mean direction that the light comes from.
float3 standInLightmap(float2 uv)
{
    return float3(0.6 + 0.5 * uv.x / (1.0 + abs(uv.x)), 0.6 + 0.4 * uv.y / (1.0 + abs(uv.y)), 0.7);
}

float3 standInLightmapDirection(float2 uv)
{
    return 0.55 * normalize(float3(uv.x, 1.0, uv.y));
}

float3 standInAtlas(float2 uv)
{
    // Probes are rows, mips are columns of 8 x 4 places.
    const float2 place = uv * float2(8.0, 4.0);
    const float2 inside = frac(place) * 2.0 - 1.0;
    float3 d = float3(inside, 1.0 - abs(inside.x) - abs(inside.y)); // octahedral, unfolded
    const float below = saturate(-d.z);
    d.x += d.x >= 0.0 ? -below : below;
    d.y += d.y >= 0.0 ? -below : below;
    return standInCube(int(place.y), d, floor(place.x));
}

#define SAMPLE_TEXTURECUBE_LOD(name, sampler, direction, mip) float4(standInCube(kCube_##name, direction, mip), 1.0)
#define SAMPLE_TEXTURE2D_LOD(name, sampler, uv, mip) float4(standInAtlas(uv), 1.0)

float3 DecodeHDREnvironment(half4 encoded, half4 instructions)
{
    return float3(encoded.rgb) * instructions.x; // of formats that hold radiance
}

half PerceptualRoughnessToMipmapLevel(half perceptualRoughness)
{
    return (1.7 - 0.7 * perceptualRoughness) * perceptualRoughness * 6.0;
}

float2 PackNormalOctQuadEncode(float3 n)
{
    n /= max(abs(n.x) + abs(n.y) + abs(n.z), 1e-6);
    const float below = saturate(-n.z);
    return float2(n.x + (n.x >= 0.0 ? below : -below), n.y + (n.y >= 0.0 ? below : -below));
}

// v turned by the quaternion q.
float3 RotateVectorByQuat(float4 q, float3 v)
{
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

float3 GetAbsolutePositionWS(float3 positionWS)
{
    return positionWS;
}

#endif
