// The Built-in pipeline's global illumination with normalized reflections: include it before UnityStandardCore's files or
// UnityPBSLighting.cginc, which then find their own include done. Unity's UnityGlobalIllumination gets another name, and ours
// takes its place; everything else stays Unity's.
#ifndef PROBENORM_BUILT_IN_GLOBAL_ILLUMINATION_HLSL
#define PROBENORM_BUILT_IN_GLOBAL_ILLUMINATION_HLSL

#include "Packages/com.probenorm/Runtime/Shaders/BuiltIn/ProbeNorm.cginc"
#define UnityGlobalIllumination pnPlainGlobalIllumination
#include "UnityGlobalIllumination.cginc"
#undef UnityGlobalIllumination

// The local light along the reflection. diffuse: what Unity has for the normal, without occlusion.
float3 pnLocalLight(UnityGIInput data, float3 normalWS, float3 reflectWS, float3 diffuse)
{
#if defined(LIGHTMAP_ON) && defined(DIRLIGHTMAP_COMBINED)
    const float4 texel = UNITY_SAMPLE_TEX2D_SAMPLER(unity_LightmapInd, unity_Lightmap, data.lightmapUV.xy);
    return pnLightOfLightmap(diffuse, texel, normalWS, reflectWS);
#elif defined(DYNAMICLIGHTMAP_ON) && defined(DIRLIGHTMAP_COMBINED)
    const float4 texel = UNITY_SAMPLE_TEX2D_SAMPLER(unity_DynamicDirectionality, unity_DynamicLightmap, data.lightmapUV.zw);
    return pnLightOfLightmap(diffuse, texel, normalWS, reflectWS);
#elif defined(LIGHTMAP_ON) || defined(DYNAMICLIGHTMAP_ON)
    return diffuse; // along the normal
#else
    return pnLightOfProbes(reflectWS, data.worldPos);
#endif
}

// Unity's two overloads. Without reflections (in the G-buffer, where a full-screen pass adds them later) nothing changes.
UnityGI UnityGlobalIllumination(UnityGIInput data, half occlusion, half3 normalWorld)
{
    return pnPlainGlobalIllumination(data, occlusion, normalWorld);
}

UnityGI UnityGlobalIllumination(UnityGIInput data, half occlusion, half3 normalWorld, Unity_GlossyEnvironmentData glossIn)
{
    UnityGI gi = pnPlainGlobalIllumination(data, 1.0, normalWorld); // occlusion would darken the local light
#if defined(_GLOSSYREFLECTIONS_OFF)
    const float3 reflection = unity_IndirectSpecColor.rgb;
#else
    const float3 local = pnLocalLight(data, normalWorld, glossIn.reflUVW, gi.indirect.diffuse);
    const float3 reflection = pnProbeReflection(glossIn.reflUVW, data.worldPos, glossIn.roughness, local, 1.0);
#endif
    gi.indirect.specular = occlusion * half3(reflection);
    gi.indirect.diffuse *= occlusion;
    return gi;
}

#endif
