// URP's own global illumination, which the package calls in parts and replaces as a whole. What it returns here is never
// right, so that a test sees where it is called.
#ifndef UNIVERSAL_GLOBAL_ILLUMINATION_INCLUDED
#define UNIVERSAL_GLOBAL_ILLUMINATION_INCLUDED

#if defined(USE_FORWARD_PLUS) || defined(USE_CLUSTER_LIGHT_LOOP)
#define URP_FP_PROBES_BEGIN 5u // after the lights

struct ClusterIterator
{
    uint next;
};

ClusterIterator ClusterInit(float2 normalizedScreenSpaceUV, float3 positionWS, int headerIndex)
{
    ClusterIterator clusters;
    clusters.next = headerIndex == 1 ? 0u : 4u; // 0: lights, which nobody must ask for
    return clusters;
}

bool ClusterNext(inout ClusterIterator clusters, out uint entityIndex)
{
    const bool hasNext = clusters.next < 4u && clusterProbes[clusters.next] >= 0.0;
    entityIndex = hasNext ? uint(clusterProbes[clusters.next]) + URP_FP_PROBES_BEGIN : 0u;
    ++clusters.next;
    return hasNext;
}
#endif

#if defined(PROBE_VOLUMES_L1) || defined(PROBE_VOLUMES_L2)
half3 SampleProbeVolumePixel(half3 vertexValue, float3 absolutePositionWS, float3 normalWS, float3 viewDir, float2 positionSS)
{
#if defined(EVALUATE_SH_VERTEX) || defined(EVALUATE_SH_MIXED)
    return vertexValue;
#else
    return half3(volumeLight.rgb * (0.625 + 0.375 * normalWS.z));
#endif
}
#endif

// By half Lambert. With both lightmaps each has half of the light.
half3 SampleLightmap(float2 staticLightmapUV, float2 dynamicLightmapUV, half3 normalWS)
{
    float3 light = float3(0.0, 0.0, 0.0);
#if defined(LIGHTMAP_ON)
    light += standInLightmap(staticLightmapUV) * (1.0 + dot(standInLightmapDirection(staticLightmapUV), normalWS));
#endif
#if defined(DYNAMICLIGHTMAP_ON)
    light += standInLightmap(dynamicLightmapUV) * (1.0 + dot(standInLightmapDirection(dynamicLightmapUV), normalWS));
#endif
#if defined(LIGHTMAP_ON) && defined(DYNAMICLIGHTMAP_ON)
    light *= 0.5;
#endif
    return half3(light);
}

half3 SampleLightmap(float2 staticLightmapUV, half3 normalWS)
{
    return SampleLightmap(staticLightmapUV, float2(0.0, 0.0), normalWS);
}

half3 BoxProjectedCubemapDirection(half3 reflectionWS, float3 positionWS, float4 cubemapPositionWS, float4 boxMin,
                                   float4 boxMax)
{
    if (cubemapPositionWS.w <= 0.0)
        return reflectionWS;
    const float3 wall = float3(reflectionWS.x > 0.0 ? boxMax.x : boxMin.x, reflectionWS.y > 0.0 ? boxMax.y : boxMin.y,
                               reflectionWS.z > 0.0 ? boxMax.z : boxMin.z);
    const float3 ways = (wall - positionWS) / float3(reflectionWS);
    const float way = min(ways.x, min(ways.y, ways.z));
    return half3(positionWS + way * float3(reflectionWS) - cubemapPositionWS.xyz);
}

float CalculateProbeWeight(float3 positionWS, float4 probeBoxMin, float4 probeBoxMax)
{
    const float3 inside = min(positionWS - probeBoxMin.xyz, probeBoxMax.xyz - positionWS) / probeBoxMax.w;
    return saturate(min(inside.x, min(inside.y, inside.z)));
}

half CalculateProbeVolumeSqrMagnitude(float4 probeBoxMin, float4 probeBoxMax)
{
    const float3 size = probeBoxMax.xyz - probeBoxMin.xyz;
    return half(dot(size, size));
}

half3 GlobalIllumination(BRDFData brdfData, BRDFData brdfDataClearCoat, float clearCoatMask, half3 bakedGI, half occlusion,
                         float3 positionWS, half3 normalWS, half3 viewDirectionWS, float2 normalizedScreenSpaceUV)
{
    return half3(-1.0, -1.0, -1.0);
}

half3 GlobalIllumination(BRDFData brdfData, half3 bakedGI, half occlusion, float3 positionWS, half3 normalWS,
                         half3 viewDirectionWS)
{
    return half3(-1.0, -1.0, -1.0);
}

#endif
