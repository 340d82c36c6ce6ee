// What the settings of a NormalizedProbe do beside the shader include: bounds, a fade by roughness, a weight, and a factor of one
// luminance, as the presets of engines have it.
#ifndef PROBENORM_BOUNDS_HLSL
#define PROBENORM_BOUNDS_HLSL

#include "Packages/com.probenorm/Runtime/Shaders/probenorm.hlsl"

struct PnBounds
{
    PN_FLOAT low, high;          // of the factor
    PN_FLOAT fadeBegin, fadeEnd; // perceptual roughness: below the one no change, from the other on the whole; equal: a step;
                              // fadeEnd negative: the whole at any roughness
    PN_FLOAT weight;             // of the factor against 1
};

PN_FLOAT pnFade(PnBounds bounds, PN_FLOAT roughness)
{
    if (bounds.fadeEnd < 0.0)
        return bounds.weight;
    PN_FLOAT range = max(bounds.fadeEnd - bounds.fadeBegin, 1e-6);
    PN_FLOAT t = clamp((roughness - bounds.fadeBegin) / range, 0.0, 1.0);
    return bounds.weight * t * t * (3.0 - 2.0 * t);
}

// pnReflection with bounds of reflection / radiance, a fade and a weight.
PN_FLOAT3 pnReflectionBounded(PN_FLOAT3 radiance, PN_FLOAT3 local, PN_FLOAT3 probe, PnBounds bounds, PN_FLOAT roughness)
{
    PN_FLOAT3 shown = max(radiance, 0.0);
    PN_FLOAT3 most = bounds.high * max(shown, kPnLeastLight);
    PN_FLOAT3 reflection = clamp(pnReflection(shown, local, probe, roughness, 1.0), bounds.low * shown, most);
    return lerp(shown, reflection, pnFade(bounds, roughness));
}

// What a reflection is multiplied by. local and probe are lights along the same direction; probeFloor is the least
// that counts for the probe: 0.01 of its average light, for one.
PN_FLOAT pnFactor(PN_FLOAT local, PN_FLOAT probe, PN_FLOAT probeFloor, PnBounds bounds, PN_FLOAT roughness)
{
    PN_FLOAT f = clamp(local / max(probe, max(probeFloor, kPnLeastLight)), bounds.low, bounds.high);
    return lerp(1.0, f, pnFade(bounds, roughness));
}

#endif
