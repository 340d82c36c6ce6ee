// The Built-in pipeline's own global illumination, which the package calls in parts and replaces as a whole. What it returns
// for reflections is never right, so that a test sees where it is called.
#ifndef UNITY_GLOBAL_ILLUMINATION_INCLUDED
#define UNITY_GLOBAL_ILLUMINATION_INCLUDED

#include "UnityCG.cginc"

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
};

struct Unity_GlossyEnvironmentData
{
    half roughness; // perceptual
    half3 reflUVW;
};

#define UNITY_PASS_TEXCUBE(name) kCube_##name
#define UNITY_PASS_TEXCUBE_SAMPLER(name, sampler) kCube_##name

half3 Unity_GlossyEnvironment(int cube, half4 hdr, Unity_GlossyEnvironmentData glossIn)
{
    return half3(standInCube(cube, glossIn.reflUVW, PerceptualRoughnessToMipmapLevel(glossIn.roughness)) * hdr.x);
}

float3 BoxProjectedCubemapDirection(float3 worldRefl, float3 worldPos, float4 cubemapCenter, float4 boxMin, float4 boxMax)
{
    if (cubemapCenter.w <= 0.0)
        return worldRefl;
    const float3 wall = float3(worldRefl.x > 0.0 ? boxMax.x : boxMin.x, worldRefl.y > 0.0 ? boxMax.y : boxMin.y,
                               worldRefl.z > 0.0 ? boxMax.z : boxMin.z);
    const float3 ways = (wall - worldPos) / worldRefl;
    return worldPos + min(ways.x, min(ways.y, ways.z)) * worldRefl - cubemapCenter.xyz;
}

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
