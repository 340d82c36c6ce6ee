// Rung 5: the stride falls, and once it is no larger than a subgroup, one subgroup does all steps that are left. There
// subgroupBarrier() replaces barrier(). Harris' kernel of 2007 has no barrier at all there, because a warp ran in lock step. Since
// Volta it does not, and Vulkan never promised it: without a barrier the sums are wrong.
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
