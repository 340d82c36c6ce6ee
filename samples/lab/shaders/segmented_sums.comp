// Segmented sums: segments are divided among lanes, groups or subgroups.
#version 450
#extension GL_GOOGLE_include_directive : require
#if defined(PN_SEGMENTED_SUBGROUPS)
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#endif

#include "lab/shaders/segmented.glsl"
#if defined(PN_SEGMENTED_GROUPS)
#include "lab/shaders/shared_tree.glsl"
#elif defined(PN_SEGMENTED_SUBGROUPS)
#include "lab/shaders/subgroup_lanes.glsl"
#endif

#if defined(PN_SEGMENTED_LANES)

// Segmented sum, rung 1: one lane per segment. Neighbouring lanes read far apart, and a subgroup waits for its longest
// segment.
void main()
{
    uint segment = groupIndex() * kLabLanes + gl_LocalInvocationID.x;
    if (segment >= params.segmentCount)
        return;
    uint value = 0u;
    for (uint i = offsets[segment]; i < offsets[segment + 1u]; ++i)
        value = combine(value, elements[i]);
    results[segment] = value;
}

#elif defined(PN_SEGMENTED_GROUPS)

// Segmented sum, rung 2: one group per segment. Reads are coalesced; short segments leave most lanes idle, and one long
// segment is left to one group.
void main()
{
    uint segment = groupIndex();
    if (segment >= params.segmentCount)
        return;
    uint value = 0u, end = offsets[segment + 1u];
    for (uint i = offsets[segment] + gl_LocalInvocationID.x; i < end; i += kLabLanes)
        value = combine(value, elements[i]);
    value = reduceInShared(value);
    if (gl_LocalInvocationID.x == 0u)
        results[segment] = value;
}

#elif defined(PN_SEGMENTED_SUBGROUPS)

// Segmented sum, rung 3: one subgroup per segment. A group takes a run of consecutive segments, and its subgroups take the
// next of them whenever they are free, so a long segment delays nobody but its own subgroup. Which subgroup takes a
// segment does not matter: its sum has one order, that of 32 lanes that stride over it.
const uint kLoads = 8u;                                        // in flight per lane
const uint kMostShares = kLabSegmentLanes / kLabLeastSubgroup; // of the 32 lanes that one real lane stands for

shared uint edges[kLabGroupSegments + 1u]; // of the group's segments
shared uint nextSegment;

// What every 32nd element comes to, from the first on.
uint sumStrided(uint first, uint end)
{
    uint value = 0u;
    for (uint i = first; i < end; i += kLoads * kLabSegmentLanes)
    {
        uint loaded[kLoads];
        for (uint k = 0u; k < kLoads; ++k)
            loaded[k] = i + k * kLabSegmentLanes < end ? elements[i + k * kLabSegmentLanes] : 0u;
        for (uint k = 0u; k < kLoads; ++k)
            value = combine(value, loaded[k]);
    }
    return value;
}

// Halves are combined until one value is left: first those that a lane holds itself, then those of other lanes. Lane 0
// gets the result. Where a subgroup has more than 32 lanes, the others idle.
uint sumSegment(uint begin, uint end)
{
    uint lane = gl_SubgroupInvocationID, width = min(subgroupLanes(), kLabSegmentLanes);
    uint shares[kMostShares];
    for (uint k = 0u; k < kLabSegmentLanes / width; ++k)
        shares[k] = lane < width ? sumStrided(begin + k * width + lane, end) : 0u;
    for (uint stride = kLabSegmentLanes / width / 2u; stride > 0u; stride /= 2u)
        for (uint k = 0u; k < stride; ++k)
            shares[k] = combine(shares[k], shares[k + stride]);
    uint value = shares[0];
    for (uint stride = width / 2u; stride > 0u; stride /= 2u)
        value = combine(value, subgroupShuffle(value, lane ^ stride));
    return value;
}

uint takeSegment()
{
    uint taken = 0u;
    if (gl_SubgroupInvocationID == 0u)
        taken = atomicAdd(nextSegment, 1u);
    return subgroupShuffle(taken, 0u);
}

void main()
{
    uint first = groupIndex() * kLabGroupSegments;
    if (first >= params.segmentCount)
        return;
    uint count = min(kLabGroupSegments, params.segmentCount - first);
    if (gl_LocalInvocationID.x <= count)
        edges[gl_LocalInvocationID.x] = offsets[first + gl_LocalInvocationID.x];
    if (gl_LocalInvocationID.x == 0u)
        nextSegment = 0u;
    barrier();
    for (uint s = takeSegment(); s < count; s = takeSegment())
    {
        uint value = sumSegment(edges[s], edges[s + 1u]);
        if (gl_SubgroupInvocationID == 0u)
            results[first + s] = value;
    }
}

#endif
