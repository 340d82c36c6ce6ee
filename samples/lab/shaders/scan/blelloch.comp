// Scan, rung 2, after Blelloch: up a tree of sums, then down again with what comes before each node. About 2 n additions, twice those
// of a serial scan, where rung 1 has n log2(n); but it takes 2 log2(n) steps. Words a multiple of 32 apart share a bank of shared
// memory; one unused word after every 32 keeps the lanes apart. A lane has two elements.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/lib/scan.glsl"

const uint kBanks = 32u, kTile = 2u * gl_WorkGroupSize.x;

shared uint tree[kTile + kTile / kBanks];

uint place(uint i)
{
    return i + i / kBanks;
}

// The sum of a block stands at its last element.
void stepUp(uint right, uint stride)
{
    tree[place(right)] = combine(tree[place(right - stride)], tree[place(right)]);
}

// The left child gets what comes before its parent; the right child gets that and the sum of the left child.
void stepDown(uint right, uint stride)
{
    uint left = tree[place(right - stride)], before = tree[place(right)];
    tree[place(right - stride)] = before;
    tree[place(right)] = combine(before, left);
}

void main()
{
    uint lane = gl_LocalInvocationID.x, first = groupIndex() * kTile, last = kTile - 1u;
    uvec2 at = uvec2(lane, lane + gl_WorkGroupSize.x);
    uvec2 own = uvec2(elementOrIdentity(first + at.x), elementOrIdentity(first + at.y));
    tree[place(at.x)] = own.x;
    tree[place(at.y)] = own.y;
    for (uint stride = 1u; stride < kTile; stride *= 2u)
    {
        barrier();
        uint right = 2u * stride * (lane + 1u) - 1u;
        if (right < kTile)
            stepUp(right, stride);
    }
    barrier();
    if (lane == 0u)
    {
        if (groupIndex() < params.groupCount)
            sums[groupIndex()] = tree[place(last)];
        tree[place(last)] = kIdentity;
    }
    for (uint stride = kTile / 2u; stride > 0u; stride /= 2u)
    {
        barrier();
        uint right = 2u * stride * (lane + 1u) - 1u;
        if (right < kTile)
            stepDown(right, stride);
    }
    barrier();
    uvec2 before = uvec2(tree[place(at.x)], tree[place(at.y)]);
    storeResult(first + at.x, resultOf(before.x, combine(before.x, own.x), 0u));
    storeResult(first + at.y, resultOf(before.y, combine(before.y, own.y), 0u));
}
