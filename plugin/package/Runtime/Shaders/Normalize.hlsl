// What becomes of the light that a probe of the table gives, at a place whose own light is known. The render pipelines' files
// include it.
#ifndef PROBENORM_NORMALIZE_HLSL
#define PROBENORM_NORMALIZE_HLSL

#include "Packages/com.probenorm/Runtime/Shaders/ProbeTable.hlsl"

// The local light: irradiance over pi.
struct PnPlace
{
    float3 alongNormal;
    float3 alongReflection;
    bool isKnown;         // else reflections stay as they are
    bool knowsReflection; // a lightmap knows the normal's side only
};

// A factor of luminance, along the reflection, or along the normal where the place knows no more.
float pnNormalizingFactor(PnProbe known, float3 along, PnPlace place, float3 normalWS, float roughness)
{
    const float local = pnLuminance(place.knowsReflection ? place.alongReflection : place.alongNormal);
    const float own = pnLuminance(pnIrradianceUnity(known.sh, place.knowsReflection ? along : normalWS));
    return pnFactor(local, own, known.floorLight, known.bounds, roughness);
}

// radiance: what the probe gives; along: the direction that it was read at. probe below 0: none that is baked.
float3 pnNormalize(float3 radiance, int probe, float3 along, PnPlace place, float3 normalWS, float roughness)
{
    if (probe < 0 || !place.isKnown)
        return radiance;
    if (_ProbeNormCount.y > 3.5) // ProbeView.NotNormalized: what went through here is one more
        return radiance + 1.0;
    const PnProbe known = pnLoadProbe(probe);
    along = normalize(along);
    if (known.usesFactor)
        return radiance * pnNormalizingFactor(known, along, place, normalWS, roughness);
    const float3 local = place.knowsReflection ? place.alongReflection : place.alongNormal;
    const float3 own = pnLightUnity(known.sh, place.knowsReflection ? along : normalWS);
    return pnReflectionBounded(radiance, pnLight(local, 0.0), own, known.bounds, roughness);
}

#endif
