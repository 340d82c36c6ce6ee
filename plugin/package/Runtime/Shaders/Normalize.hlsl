// What a surface shows of what was read of its probes, where the local light is known. The files of the render pipelines include it.
#ifndef PROBENORM_NORMALIZE_HLSL
#define PROBENORM_NORMALIZE_HLSL

#if defined(SHADER_API_MOBILE) && !defined(PN_HALF)
#define PN_HALF // phones and headsets
#endif
#ifndef PROBENORM_HLSL // a shader may bring a copy of its own
#include "Packages/com.probenorm/Runtime/Shaders/probenorm.hlsl"
#endif

CBUFFER_START(ProbeNorm)
float _ProbeNormReduction; // 1 leaves reflections as they are; NormalizationStrength sets it. Unity's globals are 0 until they are set
CBUFFER_END

// What was read of one probe, or of several that are blended.
struct PnReading
{
    float3 radiance; // the prefiltered cubemap
    float own;       // the luminance of its last mip, of roughness 1, along the same direction: the probe's own light
};

// How much of normalization the project wants.
float pnStrength()
{
    return 1.0 - _ProbeNormReduction;
}

PnReading pnReading(float3 radiance, float3 lastMip)
{
    PnReading reading;
    reading.radiance = radiance;
    reading.own = pnLuminance(PN_FLOAT3(lastMip));
    return reading;
}

// The share of another probe, added.
PnReading pnAddReading(PnReading sum, PnReading more, float share)
{
    sum.radiance += share * more.radiance;
    sum.own += share * more.own;
    return sum;
}

// local: the local light along the reflection. What shows no light at all is switched off by its intensity, and stays off.
float3 pnNormalize(PnReading reading, float3 local, float roughness, float strength)
{
    const float weight = reading.own > 0.0 ? strength : 0.0;
    return pnReflection(max(reading.radiance, 0.0), local, reading.own.xxx, roughness, weight);
}

#endif
