// Rung 5: once a single subgroup is left, only it has to wait for itself. Its lanes need not run in lock step, so a
// barrier of the subgroup stays between two steps: without it the sum is wrong on some devices (samples/lab/README.md).
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require

#include "lab/shaders/reduction.glsl"
#include "lab/shaders/subgroup_lanes.glsl"

shared Value scratch[gl_WorkGroupSize.x];

void addUpper(uint lane, uint stride)
{
    if (lane < stride)
        scratch[lane] = combine(scratch[lane], scratch[lane + stride]);
}

void main()
{
    uint lane = orderedLane();
    uint first = groupIndex() * 2u * gl_WorkGroupSize.x + lane;
    scratch[lane] = combine(elementOrIdentity(first), elementOrIdentity(first + gl_WorkGroupSize.x));
    barrier();

    uint stride = gl_WorkGroupSize.x / 2u;
    for (; stride > subgroupLanes(); stride /= 2u)
    {
        addUpper(lane, stride);
        barrier();
    }
    for (; stride > 0u; stride /= 2u) // what is written from here on is read by the first subgroup alone
    {
        addUpper(lane, stride);
        subgroupBarrier();
    }
    if (lane == 0u)
        storePartial(scratch[0]);
}
