// Rung 6: every step is written out. The group's size is known when the pipeline is made (a specialization constant), so steps
// that the group does not have fall away, every stride is a number, and there is no loop counter. Barriers are those of rung 5; the
// subgroup's size is no constant here, so which of them is needed may remain a test. Compilers of today unroll rung 5 by themselves.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require

#include "lab/shaders/lib/reduction.glsl"
#include "lab/shaders/lib/subgroups.glsl"

shared Value scratch[gl_WorkGroupSize.x];

#define PN_STEP(stride) \
    if (gl_WorkGroupSize.x > stride) \
    { \
        if (lane < stride) \
            scratch[lane] = combine(scratch[lane], scratch[lane + stride]); \
        if (stride > width) \
            barrier(); \
        else \
            subgroupBarrier(); \
    }

void main()
{
    uint lane = orderedLane(), width = subgroupLanes();
    uint first = groupIndex() * 2u * gl_WorkGroupSize.x + lane;
    scratch[lane] = combine(element(first), element(first + gl_WorkGroupSize.x));
    barrier();
    PN_STEP(512u) PN_STEP(256u) PN_STEP(128u) PN_STEP(64u) PN_STEP(32u)
    PN_STEP(16u) PN_STEP(8u) PN_STEP(4u) PN_STEP(2u) PN_STEP(1u)
    if (lane == 0u)
        storePartial(scratch[0]);
}
