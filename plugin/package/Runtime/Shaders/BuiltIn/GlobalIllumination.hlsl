// The Built-in pipeline's global illumination with normalized reflections: include it before UnityStandardCore's files or
// UnityPBSLighting.cginc, which then find their own include done. Unity's UnityGlobalIllumination gets another name, and ours
// takes its place; everything else stays Unity's.
#ifndef PROBENORM_BUILT_IN_GLOBAL_ILLUMINATION_HLSL
#define PROBENORM_BUILT_IN_GLOBAL_ILLUMINATION_HLSL

#include "UnityCG.cginc"
#define UnityGlobalIllumination pnPlainGlobalIllumination
#include "UnityGlobalIllumination.cginc"
#undef UnityGlobalIllumination
#include "Packages/com.probenorm/Runtime/Shaders/Normalize.hlsl"

float3 pnLightOfProbes(float3 direction, float3 positionWS)
{
#if UNITY_LIGHT_PROBE_PROXY_VOLUME
    if (unity_ProbeVolumeParams.x == 1.0)
        return max(SHEvalLinearL0L1_SampleProbeVolume(half4(direction, 1.0), positionWS), 0.0);
#endif
    const PN_FLOAT4 sh[7] = {unity_SHAr, unity_SHAg, unity_SHAb, unity_SHBr, unity_SHBg, unity_SHBb, unity_SHC};
    return max(pnIrradianceUnity(sh, direction), 0.0);
}

// diffuse: what Unity has for the normal, without occlusion. A lightmap knows no other direction.
PnPlace pnFindPlace(float3 positionWS, float3 normalWS, float3 reflectWS, float3 diffuse)
{
    PnPlace place;
    place.isKnown = true;
#if defined(LIGHTMAP_ON) || defined(DYNAMICLIGHTMAP_ON)
    place.alongNormal = place.alongReflection = diffuse;
    place.knowsReflection = false;
#else
    place.alongNormal = pnLightOfProbes(normalWS, positionWS);
    place.alongReflection = pnLightOfProbes(reflectWS, positionWS);
    place.knowsReflection = true;
#endif
    return place;
}

float3 pnReadDirection(float3 reflectWS, float3 positionWS, float4 position, float4 boxMin, float4 boxMax)
{
#if defined(UNITY_SPECCUBE_BOX_PROJECTION)
    return BoxProjectedCubemapDirection(reflectWS, positionWS, position, boxMin, boxMax);
#else
    return reflectWS;
#endif
}

// margin: by which the box is larger where the reflection is projected onto it.
float3 pnReadFirst(Unity_GlossyEnvironmentData gloss, float3 positionWS, float3 normalWS, PnPlace place, float margin)
{
    const float4 wider = float4(margin, margin, margin, 0.0);
    const float3 along = pnReadDirection(gloss.reflUVW, positionWS, unity_SpecCube0_ProbePosition,
                                         unity_SpecCube0_BoxMin - wider, unity_SpecCube0_BoxMax + wider);
    const int probe = pnFindProbeOfBox(unity_SpecCube0_ProbePosition.xyz, unity_SpecCube0_BoxMin.xyz,
                                       unity_SpecCube0_BoxMax.xyz);
    gloss.reflUVW = along;
    const float3 radiance = Unity_GlossyEnvironment(UNITY_PASS_TEXCUBE(unity_SpecCube0), unity_SpecCube0_HDR, gloss);
    return pnNormalize(radiance, probe, along, place, normalWS, gloss.roughness);
}

float3 pnReadSecond(Unity_GlossyEnvironmentData gloss, float3 positionWS, float3 normalWS, PnPlace place)
{
    const float3 along = pnReadDirection(gloss.reflUVW, positionWS, unity_SpecCube1_ProbePosition, unity_SpecCube1_BoxMin,
                                         unity_SpecCube1_BoxMax);
    const int probe = pnFindProbeOfBox(unity_SpecCube1_ProbePosition.xyz, unity_SpecCube1_BoxMin.xyz,
                                       unity_SpecCube1_BoxMax.xyz);
    gloss.reflUVW = along;
    const float3 radiance =
        Unity_GlossyEnvironment(UNITY_PASS_TEXCUBE_SAMPLER(unity_SpecCube1, unity_SpecCube0), unity_SpecCube1_HDR, gloss);
    return pnNormalize(radiance, probe, along, place, normalWS, gloss.roughness);
}

// The one or two probes of the draw, as Unity blends them: for the whole renderer.
float3 pnBuiltInReflection(Unity_GlossyEnvironmentData gloss, float3 positionWS, float3 normalWS, float3 diffuse)
{
#if defined(_GLOSSYREFLECTIONS_OFF)
    return unity_IndirectSpecColor.rgb;
#else
    const PnPlace place = pnFindPlace(positionWS, normalWS, gloss.reflUVW, diffuse);
    float3 reflection = pnReadFirst(gloss, positionWS, normalWS, place, 0.0);
#if defined(UNITY_SPECCUBE_BLENDING)
    const float share = unity_SpecCube0_BoxMin.w; // of the first probe
    if (share < 0.99999)
        reflection = lerp(pnReadSecond(gloss, positionWS, normalWS, place), reflection, share);
#endif
    return reflection;
#endif
}

#if defined(PN_PLACE_GRID)
// Light probes around all probes, bands 0 and 1, in cells: the grids of red, green and blue side by side.
#if !defined(PN_PLACE_CELL)
Texture3D<float4> _ProbeNormPlaces;
SamplerState probenorm_linear_clamp_sampler; // Unity makes a sampler of what its name says
float4 _ProbeNormPlacesCorner; // w: the number of cells along x; 0: nothing is known
float4 _ProbeNormPlacesSize;   // in metres
#define PN_PLACE_CELL(at) _ProbeNormPlaces.SampleLevel(probenorm_linear_clamp_sampler, at, 0.0)
#endif

// What a pass over the screen reflects at a point, of the one probe that it draws. It knows no renderer, and so no light of it.
float3 pnDeferredReflection(Unity_GlossyEnvironmentData gloss, float3 positionWS, float3 normalWS)
{
    const float width = _ProbeNormPlacesCorner.w;
    float3 at = (positionWS - _ProbeNormPlacesCorner.xyz) / _ProbeNormPlacesSize.xyz;
    at.x = clamp(at.x, 0.5 / width, 1.0 - 0.5 / width);
    PnPlace place;
    place.isKnown = place.knowsReflection = width > 0.0;
    [unroll] for (int c = 0; c < 3; ++c)
    {
        const float4 light = PN_PLACE_CELL(float3((at.x + c) / 3.0, at.yz));
        place.alongNormal[c] = max(dot(light, float4(normalWS, 1.0)), 0.0);
        place.alongReflection[c] = max(dot(light, float4(gloss.reflUVW, 1.0)), 0.0);
    }
    return pnReadFirst(gloss, positionWS, normalWS, place, unity_SpecCube1_ProbePosition.w); // over which the probe blends
}
#endif

// Unity's two overloads. Without reflections (in the G-buffer, where a full-screen pass adds them later) nothing changes.
UnityGI UnityGlobalIllumination(UnityGIInput data, half occlusion, half3 normalWorld)
{
    return pnPlainGlobalIllumination(data, occlusion, normalWorld);
}

UnityGI UnityGlobalIllumination(UnityGIInput data, half occlusion, half3 normalWorld, Unity_GlossyEnvironmentData glossIn)
{
    UnityGI gi = pnPlainGlobalIllumination(data, 1.0, normalWorld); // occlusion would darken the local light
    gi.indirect.specular = occlusion * half3(pnBuiltInReflection(glossIn, data.worldPos, normalWorld, gi.indirect.diffuse));
    gi.indirect.diffuse *= occlusion;
    return gi;
}

#endif
