// How the Built-in pipeline reads a cubemap.
#ifndef UNITY_IMAGE_BASED_LIGHTING_INCLUDED
#define UNITY_IMAGE_BASED_LIGHTING_INCLUDED

#include "UnityCG.cginc"

struct Unity_GlossyEnvironmentData
{
    half roughness; // perceptual
    half3 reflUVW;
};

static const int unity_SpecCube0 = kCube_unity_SpecCube0, unity_SpecCube1 = kCube_unity_SpecCube1;
#define UNITY_ARGS_TEXCUBE(name) int name
#define UNITY_PASS_TEXCUBE(name) name
#define UNITY_PASS_TEXCUBE_SAMPLER(name, sampler) name

half3 Unity_GlossyEnvironment(int cube, half4 hdr, Unity_GlossyEnvironmentData glossIn)
{
    return half3(standInCube(cube, glossIn.reflUVW, PerceptualRoughnessToMipmapLevel(glossIn.roughness)) * hdr.x);
}

#endif
