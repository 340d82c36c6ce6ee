// Reflections of URP: its probes are blended as it blends them, with their last mips, and normalized once. Include it after URP's
// GlobalIllumination.hlsl.
#ifndef PROBENORM_UNIVERSAL_REFLECTION_HLSL
#define PROBENORM_UNIVERSAL_REFLECTION_HLSL

#include "Packages/com.probenorm/Runtime/Shaders/Universal/Place.hlsl"

// Forward+ of URP 14 to 17.0; the cluster light loop of 17.1 up, with or without probes in an atlas.
#if defined(USE_CLUSTER_LIGHT_LOOP)
#if USE_CLUSTER_LIGHT_LOOP && (defined(_REFLECTION_PROBE_ATLAS) || CLUSTER_HAS_REFLECTION_PROBES)
#define PN_CLUSTERS 1
#endif
#elif defined(USE_FORWARD_PLUS)
#if USE_FORWARD_PLUS
#define PN_CLUSTERS 1
#endif
#endif

// Whether URP blends probes. Forward+ of URP 14 to 16 always does. The keyword's value counts: where a shader does not declare
// it, URP 17.3 up defines it as 0.
#if _REFLECTION_PROBE_BLENDING
#define PN_BLENDS 1
#elif defined(PN_CLUSTERS) && !defined(USE_CLUSTER_LIGHT_LOOP) && UNITY_VERSION < 60000000
#define PN_BLENDS 1
#endif

// URP 17.3 up can rotate probes. Earlier versions have no constants for that.
#if defined(REFLECTION_PROBE_ROTATION) && UNITY_VERSION >= 60030000
#define PN_ROTATED_PROBES 1
#endif

#if defined(PN_CLUSTERS)
SAMPLER(probenorm_linear_clamp_sampler); // Unity makes a sampler of what its name says
#endif

// The box of a probe, as URP's constants describe it.
struct PnUrpBox
{
    float4 position; // of the probe; w above 0: reflections are projected onto the box
    float4 boxMin, boxMax;
    float4 rotation; // a quaternion: it turns the box about its middle until its sides lie along the axes
};

#if defined(PN_ROTATED_PROBES)
#define PN_BOX_ROTATION(rotation) (rotation)
#else
#define PN_BOX_ROTATION(rotation) float4(0.0, 0.0, 0.0, 1.0)
#endif

PnUrpBox pnUrpBox(float4 position, float4 boxMin, float4 boxMax, float4 rotation)
{
    PnUrpBox box;
    box.position = position;
    box.boxMin = boxMin;
    box.boxMax = boxMax;
    box.rotation = rotation;
    return box;
}

PnUrpBox pnFirstBox()
{
    return pnUrpBox(unity_SpecCube0_ProbePosition, unity_SpecCube0_BoxMin, unity_SpecCube0_BoxMax,
                    PN_BOX_ROTATION(unity_SpecCube0_Rotation));
}

PnUrpBox pnSecondBox()
{
    return pnUrpBox(unity_SpecCube1_ProbePosition, unity_SpecCube1_BoxMin, unity_SpecCube1_BoxMax,
                    PN_BOX_ROTATION(unity_SpecCube1_Rotation));
}

// The position as it lies in the box when the box is turned to the axes.
float3 pnPositionInBox(float3 positionWS, PnUrpBox box)
{
#if defined(PN_ROTATED_PROBES)
    const float3 middle = 0.5 * (box.boxMin.xyz + box.boxMax.xyz);
    return middle + RotateVectorByQuat(box.rotation, positionWS - middle);
#else
    return positionWS;
#endif
}

float pnWeightOf(float3 positionWS, PnUrpBox box)
{
    return CalculateProbeWeight(pnPositionInBox(positionWS, box), box.boxMin, box.boxMax);
}

// The direction in which the cubemap is read. A cubemap lies along the world's axes, also where its box is rotated.
half3 pnReadDirection(half3 reflectVector, float3 positionWS, PnUrpBox box)
{
#if !_REFLECTION_PROBE_BOX_PROJECTION
    return reflectVector;
#elif defined(PN_ROTATED_PROBES)
    const half3 turned = half3(RotateVectorByQuat(box.rotation, reflectVector));
    const half3 along =
        BoxProjectedCubemapDirection(turned, pnPositionInBox(positionWS, box), box.position, box.boxMin, box.boxMax);
    return half3(RotateVectorByQuat(float4(-box.rotation.xyz, box.rotation.w), along));
#else
    return BoxProjectedCubemapDirection(reflectVector, positionWS, box.position, box.boxMin, box.boxMax);
#endif
}

#if defined(PN_CLUSTERS) && defined(PN_BLENDS)
float3 pnReadAtlasMip(uint probe, uint mip, float2 uv)
{
    const float4 place = urp_ReflProbes_MipScaleOffset[probe * 7u + mip];
    return SAMPLE_TEXTURE2D_LOD(urp_ReflProbes_Atlas, probenorm_linear_clamp_sampler, uv * place.xy + place.zw, 0.0).rgb;
}

// A probe's mips lie side by side in the atlas, up to seven places a probe, octahedral.
PnReading pnReadAtlas(uint probe, half3 direction, half mip)
{
    const float last = abs(urp_ReflProbes_ProbePosition[probe].w) - 1.0; // its sign says whether it is box projected
    const float level = min(float(mip), last);
    const uint low = uint(level), high = uint(min(float(low) + 1.0, last));
    const float2 uv = saturate(PackNormalOctQuadEncode(direction) * 0.5 + 0.5);
    const float3 radiance = lerp(pnReadAtlasMip(probe, low, uv), pnReadAtlasMip(probe, high, uv), level - float(low));
    return pnReading(radiance, pnReadAtlasMip(probe, uint(last), uv));
}

PnUrpBox pnBoxOfCluster(uint probe)
{
    return pnUrpBox(urp_ReflProbes_ProbePosition[probe], urp_ReflProbes_BoxMin[probe], urp_ReflProbes_BoxMax[probe],
                    PN_BOX_ROTATION(urp_ReflProbes_Rotation[probe]));
}

// The probes of the pixel's cluster, the most important first, until their weights fill the whole.
PnReading pnBlendClusters(half3 reflectVector, float3 positionWS, half mip, float2 screenUV, out float total)
{
    PnReading sum = pnReading(float3(0.0, 0.0, 0.0), float3(0.0, 0.0, 0.0));
    total = 0.0;
    uint probe;
    ClusterIterator clusters = ClusterInit(screenUV, positionWS, 1);
    [loop] while (ClusterNext(clusters, probe) && total < 0.99)
    {
        probe -= URP_FP_PROBES_BEGIN;
        const PnUrpBox box = pnBoxOfCluster(probe);
        const float weight = min(pnWeightOf(positionWS, box), 1.0 - total);
        sum = pnAddReading(sum, pnReadAtlas(probe, pnReadDirection(reflectVector, positionWS, box), mip), weight);
        total += weight;
    }
    return sum;
}
#endif

// A cubemap of the draw, which is the sky where no probe is near. The last mip is read along the same direction.
#define PN_READ_CUBE(name, along, mip)                                                                                         \
    pnReading(DecodeHDREnvironment(half4(SAMPLE_TEXTURECUBE_LOD(name, sampler##name, along, mip)), name##_HDR),                \
              DecodeHDREnvironment(half4(SAMPLE_TEXTURECUBE_LOD(name, sampler##name, along, UNITY_SPECCUBE_LOD_STEPS)), name##_HDR))

PnReading pnReadFirst(half3 reflectVector, float3 positionWS, half mip)
{
    const half3 along = pnReadDirection(reflectVector, positionWS, pnFirstBox());
    return PN_READ_CUBE(unity_SpecCube0, along, mip);
}

PnReading pnReadSecond(half3 reflectVector, float3 positionWS, half mip)
{
    const half3 along = pnReadDirection(reflectVector, positionWS, pnSecondBox());
    return PN_READ_CUBE(unity_SpecCube1, along, mip);
}

// URP's weights of the two probes of a draw: the one of more importance, or of equal importance and the smaller box, takes
// what it wants, and the other one what is left.
float2 pnSpecCubeWeights(float3 positionWS)
{
    const float first = pnWeightOf(positionWS, pnFirstBox());
    const float second = pnWeightOf(positionWS, pnSecondBox());
    const float larger = float(CalculateProbeVolumeSqrMagnitude(unity_SpecCube0_BoxMin, unity_SpecCube0_BoxMax)) -
                         float(CalculateProbeVolumeSqrMagnitude(unity_SpecCube1_BoxMin, unity_SpecCube1_BoxMax));
    const float importance = unity_SpecCube1_BoxMin.w; // of the first over the second, by its sign
    const bool firstRules = importance > 0.0 || (importance == 0.0 && larger < -0.0001);
    const bool secondRules = importance < 0.0 || (importance == 0.0 && larger > 0.0001);
    return float2(secondRules ? min(first, 1.0 - second) : first, firstRules ? min(second, 1.0 - first) : second);
}

PnReading pnBlendSpecCubes(half3 reflectVector, float3 positionWS, half mip, out float total)
{
    PnReading sum = pnReading(float3(0.0, 0.0, 0.0), float3(0.0, 0.0, 0.0));
    float2 weights = pnSpecCubeWeights(positionWS);
    total = weights.x + weights.y;
    weights /= max(total, 1.0);
    if (weights.x > 0.01)
        sum = pnAddReading(sum, pnReadFirst(reflectVector, positionWS, mip), weights.x);
    if (weights.y > 0.01)
        sum = pnAddReading(sum, pnReadSecond(reflectVector, positionWS, mip), weights.y);
    return sum;
}

PnReading pnBlendProbes(half3 reflectVector, float3 positionWS, half mip, float2 screenUV)
{
    float total;
#if defined(PN_CLUSTERS) && defined(PN_BLENDS)
    PnReading sum = pnBlendClusters(reflectVector, positionWS, mip, screenUV, total);
#else
    PnReading sum = pnBlendSpecCubes(reflectVector, positionWS, mip, total);
#endif
    if (total < 0.99) // the sky has the rest
        sum = pnAddReading(sum, PN_READ_CUBE(_GlossyEnvironmentCubeMap, reflectVector, mip), 1.0 - total);
    return sum;
}

// local: the local light along the reflection. strength: 0 leaves the reflection as it is.
half3 pnUrpReflection(half3 reflectVector, float3 positionWS, half roughness, float2 screenUV, float3 local, float strength)
{
#if defined(_ENVIRONMENTREFLECTIONS_OFF)
    return _GlossyEnvironmentColor.rgb;
#else
    const half mip = PerceptualRoughnessToMipmapLevel(roughness);
#if defined(PN_BLENDS)
    const PnReading reading = pnBlendProbes(reflectVector, positionWS, mip, screenUV);
#else
    const PnReading reading = pnReadFirst(reflectVector, positionWS, mip);
#endif
    return half3(pnNormalize(reading, local, roughness, strength));
#endif
}

// URP's own signature, for shaders that have no more at hand. Where the local light is known along the normal alone, and in volumes
// that are evaluated per vertex, the reflection stays as it is.
half3 ProbeNormGlossyEnvironmentReflection(half3 reflectVector, float3 positionWS, half perceptualRoughness, half occlusion,
                                           float2 normalizedScreenSpaceUV)
{
#if defined(PN_PLACE_NORMAL) || defined(PN_PLACE_VOLUMES) && (defined(EVALUATE_SH_VERTEX) || defined(EVALUATE_SH_MIXED))
    const float3 local = float3(0.0, 0.0, 0.0);
    const float strength = 0.0;
#else
    const float3 local = pnLocalLight(positionWS, reflectVector, reflectVector, -reflectVector, normalizedScreenSpaceUV, 0.0);
    const float strength = pnStrength();
#endif
    return occlusion * pnUrpReflection(reflectVector, positionWS, perceptualRoughness, normalizedScreenSpaceUV, local, strength);
}

half3 ProbeNormGlossyEnvironmentReflection(half3 reflectVector, float3 positionWS, half perceptualRoughness, half occlusion)
{
    return ProbeNormGlossyEnvironmentReflection(reflectVector, positionWS, perceptualRoughness, occlusion, float2(0.0, 0.0));
}

#endif
