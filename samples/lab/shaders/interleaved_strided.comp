// Rung 2: the same tree, but the lanes that work are neighbours, so that whole subgroups fall idle.
// Their words lie two strides apart: of 32 banks, the 32 lanes of a subgroup want the same two at stride 8.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/reduction.glsl"

shared Value scratch[gl_WorkGroupSize.x];

void main()
{
    uint lane = gl_LocalInvocationID.x;
    scratch[lane] = elementOrIdentity(groupIndex() * gl_WorkGroupSize.x + lane);
    for (uint stride = 1u; stride < gl_WorkGroupSize.x; stride *= 2u)
    {
        barrier();
        uint at = 2u * stride * lane;
        if (at < gl_WorkGroupSize.x)
            scratch[at] = combine(scratch[at], scratch[at + stride]);
    }
    if (lane == 0u)
        storePartial(scratch[0]);
}
