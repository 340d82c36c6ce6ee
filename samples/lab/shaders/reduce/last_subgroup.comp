// Rung 5: once the values of a single subgroup are left, only that subgroup has to wait for itself, so the barriers of the
// whole group end there. The classic form of 2007 drops all barriers from there on, because a warp ran in lock step. Since
// Volta it does not, and Vulkan never promised it: that form gives wrong sums. subgroupBarrier() says what is meant.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require

#include "lab/shaders/lib/reduction.glsl"
#include "lab/shaders/lib/subgroups.glsl"

shared Value scratch[gl_WorkGroupSize.x];

void combineUpper(uint lane, uint stride)
{
    if (lane < stride)
        scratch[lane] = combine(scratch[lane], scratch[lane + stride]);
}

void main()
{
    uint lane = orderedLane(), stride = gl_WorkGroupSize.x / 2u;
    uint first = groupIndex() * 2u * gl_WorkGroupSize.x + lane;
    scratch[lane] = combine(element(first), element(first + gl_WorkGroupSize.x));
    barrier();
    for (; stride > subgroupLanes(); stride /= 2u)
    {
        combineUpper(lane, stride);
        barrier();
    }
    for (; stride > 0u; stride /= 2u) // the first subgroup alone reads what is written from here on
    {
        combineUpper(lane, stride);
        subgroupBarrier();
    }
    if (lane == 0u)
        storePartial(scratch[0]);
}
