// Scan in shared memory: rungs 1 and 2, and the step that completes the tiles of rungs 1 to 3.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/scan.glsl"

#if defined(PN_SCAN_HILLIS_STEELE)

// Scan, rung 1, after Hillis and Steele: at step d each element adds the one 2^d before it. log2(n) steps, but each is
// done by all lanes: n log2(n) additions. Two copies of the tile take turns, so that a step needs one barrier.
shared uint copies[2][kLabHillisSteeleTile];

void main()
{
    uint lane = gl_LocalInvocationID.x, from = 0u;
    uint i = groupIndex() * kLabHillisSteeleTile + lane;
    copies[0][lane] = elementOrZero(i);
    for (uint stride = 1u; stride < kLabHillisSteeleTile; stride *= 2u)
    {
        barrier();
        uint value = copies[from][lane];
        copies[1u - from][lane] = lane >= stride ? combine(copies[from][lane - stride], value) : value;
        from = 1u - from;
    }
    barrier();
    uint inclusive = copies[from][lane];
    uint exclusive = lane == 0u ? 0u : copies[from][max(lane, 1u) - 1u];
    storeResult(i, kExclusive != 0u ? exclusive : inclusive);
    if (lane == kLabHillisSteeleTile - 1u && groupIndex() < params.tileCount)
        sums[groupIndex()] = inclusive;
}

#elif defined(PN_SCAN_BLELLOCH)

// Scan, rung 2, after Blelloch: up a tree of sums, then down it again with what comes before each node. 2 n additions,
// so it is work-efficient, but 2 log2(n) steps. Two lanes that are a power of two of words apart would meet in one bank
// of shared memory; one unused word after every 32 keeps them apart.
const uint kBanks = 32u;

shared uint tree[kLabBlellochTile + kLabBlellochTile / kBanks];

uint place(uint i)
{
    return i + i / kBanks;
}

// From sums of stride elements to sums of twice as many; the sum of a block stands at its last element.
void stepUp(uint lane, uint stride)
{
    uint right = 2u * stride * (lane + 1u) - 1u;
    if (right < kLabBlellochTile)
        tree[place(right)] = combine(tree[place(right - stride)], tree[place(right)]);
}

// The left half of a block comes after what the block comes after; the right half, after the left half too.
void stepDown(uint lane, uint stride)
{
    uint right = 2u * stride * (lane + 1u) - 1u;
    if (right >= kLabBlellochTile)
        return;
    uint left = tree[place(right - stride)], before = tree[place(right)];
    tree[place(right - stride)] = before;
    tree[place(right)] = combine(before, left);
}

void main()
{
    uint lane = gl_LocalInvocationID.x, first = groupIndex() * kLabBlellochTile;
    uvec2 at = uvec2(lane, lane + kLabLanes);
    uvec2 own = uvec2(elementOrZero(first + at.x), elementOrZero(first + at.y));
    tree[place(at.x)] = own.x;
    tree[place(at.y)] = own.y;
    for (uint stride = 1u; stride < kLabBlellochTile; stride *= 2u)
    {
        barrier();
        stepUp(lane, stride);
    }
    barrier();
    if (lane == 0u)
    {
        if (groupIndex() < params.tileCount)
            sums[groupIndex()] = tree[place(kLabBlellochTile - 1u)];
        tree[place(kLabBlellochTile - 1u)] = 0u;
    }
    for (uint stride = kLabBlellochTile / 2u; stride > 0u; stride /= 2u)
    {
        barrier();
        stepDown(lane, stride);
    }
    barrier();
    uvec2 before = uvec2(tree[place(at.x)], tree[place(at.y)]);
    storeResult(first + at.x, kExclusive != 0u ? before.x : combine(before.x, own.x));
    storeResult(first + at.y, kExclusive != 0u ? before.y : combine(before.y, own.y));
}

#elif defined(PN_SCAN_ADD)

// The last step of rungs 1 to 3: each tile comes after the sums of all tiles before it, which have been scanned.
layout(constant_id = kLabSpecTileElements) const uint kTileElements = kLabTile;

void main()
{
    uint i = groupIndex() * kLabLanes + gl_LocalInvocationID.x;
    if (4u * i + 4u <= params.count)
        results4[i] = combine(uvec4(sums[4u * i / kTileElements]), results4[i]);
    else
        for (uint k = 4u * i; k < params.count; ++k)
            results[k] = combine(sums[k / kTileElements], results[k]);
}

#endif
