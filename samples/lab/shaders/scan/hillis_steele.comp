// Scan, rung 1, after Hillis and Steele: at stride 1, 2, 4, ... each element takes in the one a stride before it. log2(n) steps,
// but all lanes work in each: n log2(n) additions. Two copies of the tile take turns, so a step needs one barrier.
// Tiles are scanned by themselves, then their sums in the same way; add.comp puts both together.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/lib/scan.glsl"

shared uint copies[2][gl_WorkGroupSize.x];

void main()
{
    uint lane = gl_LocalInvocationID.x, from = 0u, i = groupIndex() * gl_WorkGroupSize.x + lane;
    copies[0][lane] = elementOrIdentity(i);
    for (uint stride = 1u; stride < gl_WorkGroupSize.x; stride *= 2u)
    {
        barrier();
        uint value = copies[from][lane];
        copies[1u - from][lane] = lane >= stride ? combine(copies[from][lane - stride], value) : value;
        from = 1u - from;
    }
    barrier();
    uint own = copies[from][lane], before = lane == 0u ? kIdentity : copies[from][max(lane, 1u) - 1u];
    storeResult(i, resultOf(before, own, 0u));
    if (lane == gl_WorkGroupSize.x - 1u && groupIndex() < params.groupCount)
        sums[groupIndex()] = own;
}
