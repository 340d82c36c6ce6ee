// Functions for Shader Graph's Custom Function nodes (type File), in URP and HDRP; Documentation~/probenorm.md says how to
// wire them.
// NormalizedRenderer fills the vectors of the probe; those of the place are Unity's own light probes, unity_SHAr to SHC.
#ifndef PROBENORM_SHADER_GRAPH_HLSL
#define PROBENORM_SHADER_GRAPH_HLSL

#include "Packages/com.probenorm/Runtime/Shaders/Bounds.hlsl"

float4 _ProbeNormSHAr, _ProbeNormSHAg, _ProbeNormSHAb, _ProbeNormSHBr, _ProbeNormSHBg, _ProbeNormSHBb, _ProbeNormSHC;
float4 _ProbeNormBounds; // low, high, fadeBegin, fadeEnd
float4 _ProbeNormFloor;  // floor, weight; all zero where no probe is baked

float pnProbeLight(float3 direction)
{
    const PN_FLOAT4 sh[7] = {_ProbeNormSHAr, _ProbeNormSHAg, _ProbeNormSHAb, _ProbeNormSHBr,
                          _ProbeNormSHBg, _ProbeNormSHBb, _ProbeNormSHC};
    return pnLuminance(pnIrradianceUnity(sh, direction));
}

#ifndef SHADERGRAPH_PREVIEW // where there are no light probes
float pnLocalLight(float3 direction)
{
    const PN_FLOAT4 sh[7] = {unity_SHAr, unity_SHAg, unity_SHAb, unity_SHBr, unity_SHBg, unity_SHBb, unity_SHC};
    return pnLuminance(pnIrradianceUnity(sh, direction));
}
#endif

// What a reflection is multiplied by, where the local light along the reflection is known (adaptive probe volumes, a
// lightmap): its luminance of irradiance over pi. Direction: the reflection, in world space, of length 1.
void ProbeNormFactorOfLight_float(float3 Direction, float LocalLight, float Roughness, out float Factor)
{
    PnBounds bounds;
    bounds.low = _ProbeNormBounds.x;
    bounds.high = _ProbeNormBounds.y;
    bounds.fadeBegin = _ProbeNormBounds.z;
    bounds.fadeEnd = _ProbeNormBounds.w;
    bounds.weight = _ProbeNormFloor.y;
    Factor = pnFactor(LocalLight, pnProbeLight(Direction), _ProbeNormFloor.x, bounds, Roughness);
}

// The same with the light of Unity's light probes. Roughness is perceptual: 1 - smoothness. Lightmapped surfaces and those
// under Adaptive Probe Volumes are not lit by light probes: there the factor is 1, and ProbeNormFactorOfLight is to be used.
void ProbeNormFactor_float(float3 Direction, float Roughness, out float Factor)
{
#if defined(SHADERGRAPH_PREVIEW) || defined(LIGHTMAP_ON) || defined(DYNAMICLIGHTMAP_ON) || defined(PROBE_VOLUMES_L1) || \
    defined(PROBE_VOLUMES_L2)
    Factor = 1.0;
#else
    ProbeNormFactorOfLight_float(Direction, pnLocalLight(Direction), Roughness, Factor);
#endif
}

void ProbeNormFactorOfLight_half(half3 Direction, half LocalLight, half Roughness, out half Factor)
{
    float factor;
    ProbeNormFactorOfLight_float(Direction, LocalLight, Roughness, factor);
    Factor = half(factor);
}

void ProbeNormFactor_half(half3 Direction, half Roughness, out half Factor)
{
    float factor;
    ProbeNormFactor_float(Direction, Roughness, factor);
    Factor = half(factor);
}

#endif
