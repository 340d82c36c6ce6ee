// The light and the settings of all visible probes, which are uploaded once a camera: in URP by ProbeNormFeature, in the
// Built-in pipeline by BuiltInProbes. ProbeTable.cs has the same layout. A global buffer, so that materials and renderers hold
// nothing and batches stay whole.
#ifndef PROBENORM_PROBE_TABLE_HLSL
#define PROBENORM_PROBE_TABLE_HLSL

// Phones and headsets: 24 probes in 4 KB in place of 16, and halves.
#if defined(SHADER_API_MOBILE)
#define PN_HALF
#define PN_MOST_PROBES 24
#define PN_SLOTS 64
#define _ProbeNormProbes _ProbeNormFewProbes
#define _ProbeNormSlots _ProbeNormFewSlots
#else
#define PN_MOST_PROBES 90 // with the slots just below 16 KB, the least that devices give a constant buffer
#define PN_SLOTS 256
#endif
#define PN_PROBE_VECTORS 10
#include "Packages/com.probenorm/Runtime/Shaders/Bounds.hlsl"

CBUFFER_START(ProbeNormTable)
// Of each probe: unity_SHAr SHAg SHAb SHBr SHBg SHBb SHC; low, high, fadeBegin, fadeEnd; floor, weight,
// 1 for a factor of luminance in place of the default, 1 + the row of a live probe; position.
float4 _ProbeNormProbes[PN_MOST_PROBES * PN_PROBE_VECTORS];
float4 _ProbeNormSlots[PN_SLOTS / 4]; // a probe's index + 1 where its position falls; 0: none
float4 _ProbeNormCount;               // x: probes; 0 where nothing is uploaded. y: what is shown, a ProbeView
CBUFFER_END

// Light that stays on the device, a row per live probe: unity_SHAr to SHC, and the floor. OpenGL ES allows few textures.
#if !defined(PN_LIVE_VECTOR) && !defined(SHADER_API_GLES) && !defined(SHADER_API_GLES3)
Texture2D<float4> _ProbeNormLive;
#define PN_LIVE_VECTOR(row, i) _ProbeNormLive.Load(int3(i, row, 0))
#endif

struct PnProbe
{
    PN_FLOAT4 sh[7];
    PnBounds bounds;
    PN_FLOAT floorLight;
    bool usesFactor; // of luminance, as the presets of other engines have it
};

// Cells of a sixteenth of a metre. The offset keeps round coordinates away from the cells' borders, where the last bit
// would decide.
uint pnSlotOf(float3 position)
{
    const int3 cell = int3(floor(position * 16.0 + 0.381966));
    uint mixed = uint(cell.x) * 73856093u ^ uint(cell.y) * 19349663u ^ uint(cell.z) * 83492791u;
    mixed ^= mixed >> 16;
    return mixed & (PN_SLOTS - 1u);
}

bool pnIsAt(int probe, float3 position)
{
    const float3 apart = abs(_ProbeNormProbes[probe * PN_PROBE_VECTORS + 9].xyz - position);
    return max(apart.x, max(apart.y, apart.z)) < 1e-3; // metres
}

// The index of the probe at that position; -1: none that is baked.
int pnFindProbe(float3 position)
{
    uint slot = pnSlotOf(position);
    [loop] for (uint i = 0u; i < PN_SLOTS; ++i)
    {
        const int probe = int(_ProbeNormSlots[slot / 4u][slot % 4u]) - 1;
        if (probe < 0 || pnIsAt(probe, position))
            return probe;
        slot = (slot + 1u) & (PN_SLOTS - 1u);
    }
    return -1;
}

// The same for a probe in the constants of a draw. Where there is the sky in place of a probe, the box is empty or without end.
int pnFindProbeOfBox(float3 position, float3 boxMin, float3 boxMax)
{
    const float3 size = boxMax - boxMin;
    const bool isProbe = all(size > 0.0) && all(size < 1e9);
    return isProbe ? pnFindProbe(position) : -1;
}

// The same where the render pipeline numbers its probes: the table has them in that order, as a rule.
int pnFindProbe(uint index, float3 position)
{
    if (float(index) < min(_ProbeNormCount.x, PN_MOST_PROBES) && pnIsAt(int(index), position))
        return int(index);
    return pnFindProbe(position);
}

PnProbe pnLoadProbe(int index)
{
    PnProbe probe;
    const int at = index * PN_PROBE_VECTORS;
    [unroll] for (int i = 0; i < 7; ++i)
        probe.sh[i] = PN_FLOAT4(_ProbeNormProbes[at + i]);
    const PN_FLOAT4 bounds = PN_FLOAT4(_ProbeNormProbes[at + 7]), rest = PN_FLOAT4(_ProbeNormProbes[at + 8]);
    probe.bounds.low = bounds.x;
    probe.bounds.high = bounds.y;
    probe.bounds.fadeBegin = bounds.z;
    probe.bounds.fadeEnd = bounds.w;
    probe.bounds.weight = rest.y;
    probe.floorLight = rest.x;
    probe.usesFactor = rest.z > 0.0;
#if defined(PN_LIVE_VECTOR)
    if (rest.w > 0.0)
    {
        const int row = int(rest.w) - 1;
        [unroll] for (int j = 0; j < 7; ++j)
            probe.sh[j] = PN_FLOAT4(PN_LIVE_VECTOR(row, j));
        probe.floorLight = PN_FLOAT(PN_LIVE_VECTOR(row, 7).x);
    }
#endif
    return probe;
}

#endif
