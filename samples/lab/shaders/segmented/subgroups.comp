// Segmented sums, rung 3: one subgroup per segment. A group takes 64 consecutive segments, and its subgroups take the next of
// them whenever they are free, so a long segment delays nobody but its own subgroup. Eight loads of a lane are in flight.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require

#include "lab/shaders/lib/segmented.glsl"
#include "lab/shaders/lib/subgroups.glsl"
#include "lab/shaders/lib/reduce_subgroup.glsl"

const uint kLoads = 8u;

shared uint edges[kLabGroupSegments + 1u]; // of the group's segments
shared uint nextSegment;

// Combines the elements of one lane: the first, and then one for every lane of the subgroup further on.
uint reduceLane(uint first, uint end, uint lanes)
{
    uint value = kIdentity;
    for (uint i = first; i < end; i += kLoads * lanes)
    {
        uint loaded[kLoads];
        for (uint k = 0u; k < kLoads; ++k)
            loaded[k] = i + k * lanes < end ? elements[i + k * lanes] : kIdentity;
        for (uint k = 0u; k < kLoads; ++k)
            value = combine(value, loaded[k]);
    }
    return value;
}

uint takeSegment()
{
    uint taken = 0u;
    if (gl_SubgroupInvocationID == 0u)
        taken = atomicAdd(nextSegment, 1u);
    return subgroupBroadcast(taken, 0u);
}

void main()
{
    uint first = groupIndex() * kLabGroupSegments, lanes = subgroupLanes();
    if (first >= params.extra)
        return;
    uint count = min(kLabGroupSegments, params.extra - first);
    for (uint s = gl_LocalInvocationID.x; s <= count; s += gl_WorkGroupSize.x)
        edges[s] = offsets[first + s];
    if (gl_LocalInvocationID.x == 0u)
        nextSegment = 0u;
    barrier();
    for (uint s = takeSegment(); s < count; s = takeSegment())
    {
        uint value = reduceSubgroup(reduceLane(edges[s] + gl_SubgroupInvocationID, edges[s + 1u], lanes));
        if (gl_SubgroupInvocationID == 0u)
            results[first + s] = value;
    }
}
