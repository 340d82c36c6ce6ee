// Calls every function of shaders/runtime/probenorm.hlsl; runtime.comp is the same. Layout: runtime_test.cpp.
#include "runtime/probenorm.hlsl"

[[vk::binding(0, 0)]] StructuredBuffer<float> inputs;
[[vk::binding(2, 0)]] RWStructuredBuffer<float> outputs;

float3 readRow(uint at)
{
    return float3(inputs[at], inputs[at + 1], inputs[at + 2]);
}

void readPacked(uint at, out float4 sh[7])
{
    for (uint i = 0; i < 7; ++i)
        sh[i] = float4(readRow(at + 4 * i), inputs[at + 4 * i + 3]);
}

void write(uint at, float3 value)
{
    outputs[at] = value.x;
    outputs[at + 1] = value.y;
    outputs[at + 2] = value.z;
}

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float3 canonical[9];
    for (uint i = 0; i < 9; ++i)
        canonical[i] = readRow(3 * i);
    float4 unity[7], unreal[7], local[7];
    readPacked(27, unity);
    readPacked(55, unreal);
    readPacked(83, local);
    float3 probeFloor = readRow(111);

    float3 d = readRow(116 + 12 * id.x);
    float roughness = inputs[119 + 12 * id.x];
    float3 n = readRow(120 + 12 * id.x), radiance = readRow(124 + 12 * id.x);
    float3 here = pnIrradianceUnity(local, d), there = pnIrradianceUnity(unity, d);
    uint to = 43 * id.x;
    write(to, pnIrradianceCanonical(canonical, d));
    write(to + 3, pnRadianceCanonical(canonical, d));
    write(to + 6, there);
    write(to + 9, pnIrradianceUnreal(unreal, float3(d.z, d.x, d.y)));
    write(to + 12, pnFactorRgb(here, there, probeFloor, pnDefaultBounds(), roughness));
    float floorLight = pnLuminance(probeFloor);
    outputs[to + 15] = pnFactor(pnLuminance(here), pnLuminance(there), floorLight, pnDefaultBounds(), roughness);
    PnBounds unfaded = pnDefaultBounds();
    unfaded.fadeEnd = -1.0;
    outputs[to + 17] = pnFactor(pnLuminance(here), pnLuminance(there), floorLight, unfaded, roughness);
    outputs[to + 16] = pnFactorDivided(pnLuminance(here), pnLuminance(there), floorLight, pnDefaultBounds(), roughness);

    PnLight probe = pnLightUnity(unity, n, d), place = pnLightUnity(local, n, d);
    write(to + 18, pnReflection(radiance, place, probe, roughness));
    write(to + 21, pnReflectionFactor(place, probe, roughness));
    write(to + 24, pnReflectionDivided(radiance, place, probe, roughness));
    float3 thereNormal = pnIrradianceUnity(unity, n), hereNormal = pnIrradianceUnity(local, n);
    write(to + 27, pnReflection(radiance, pnLightAlong(hereNormal, here), pnLightAlong(thereNormal, there), roughness));
    write(to + 30, pnReflection(radiance, pnLightAlongNormal(hereNormal), pnLightAlongNormal(thereNormal), roughness));
    write(to + 33, pnReflection(radiance, place, pnLightCanonical(canonical, n, d), roughness));
    PnLight turned = pnLightUnreal(unreal, float3(n.z, n.x, n.y), float3(d.z, d.x, d.y));
    write(to + 36, pnReflection(radiance, place, turned, roughness));
    outputs[to + 39] = pnReflection(radiance, probe, probe, roughness).y;
    const PnBounds bounds = {0.5, 0.8, 0.25, 0.5, 0.75};
    write(to + 40, pnReflectionBounded(radiance, place, probe, bounds, roughness));
}
