// Scan, rung 1, after Hillis and Steele: at step d each element adds the one 2^d before it. log2(n) steps, but each is
// done by all lanes: n log2(n) additions. Two copies of the tile take turns, so that a step needs one barrier.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/scan.glsl"

shared uint copies[2][kLabHillisSteeleTile];

void main()
{
    uint lane = gl_LocalInvocationID.x, from = 0u;
    uint i = groupIndex() * kLabHillisSteeleTile + lane;
    copies[0][lane] = elementOrIdentity(i);
    for (uint stride = 1u; stride < kLabHillisSteeleTile; stride *= 2u)
    {
        barrier();
        uint value = copies[from][lane];
        copies[1u - from][lane] = lane >= stride ? combine(copies[from][lane - stride], value) : value;
        from = 1u - from;
    }
    barrier();
    uint inclusive = copies[from][lane];
    uint exclusive = lane == 0u ? kIdentity : copies[from][max(lane, 1u) - 1u];
    storeResult(i, kExclusive != 0u ? exclusive : inclusive);
    if (lane == kLabHillisSteeleTile - 1u && groupIndex() < params.tileCount)
        sums[groupIndex()] = inclusive;
}
