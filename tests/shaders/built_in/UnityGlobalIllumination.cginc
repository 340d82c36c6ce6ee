// The Built-in pipeline's own global illumination, which the package calls in parts and replaces as a whole. What it returns
// for reflections is never right, so that a test sees where it is called.
#ifndef UNITY_GLOBAL_ILLUMINATION_INCLUDED
#define UNITY_GLOBAL_ILLUMINATION_INCLUDED

#include "UnityImageBasedLighting.cginc"
#include "UnityStandardUtils.cginc"

struct UnityIndirect
{
    half3 diffuse, specular;
};

struct UnityGI
{
    UnityIndirect indirect;
};

struct UnityGIInput
{
    float3 worldPos;
    half3 ambient; // here: what the lightmap or the light probes give for the normal
    float4 lightmapUV;
};

UnityGI UnityGlobalIllumination(UnityGIInput data, half occlusion, half3 normalWorld)
{
    UnityGI gi;
    gi.indirect.diffuse = data.ambient * occlusion;
    gi.indirect.specular = half3(0.0, 0.0, 0.0);
    return gi;
}

UnityGI UnityGlobalIllumination(UnityGIInput data, half occlusion, half3 normalWorld, Unity_GlossyEnvironmentData glossIn)
{
    UnityGI gi = UnityGlobalIllumination(data, occlusion, normalWorld);
    gi.indirect.specular = half3(-1.0, -1.0, -1.0);
    return gi;
}

#endif
