// Rung 1, the tree that everybody writes first. With stride 1, 2, 4, ... each lane whose number is a multiple of two strides
// takes in the value one stride away. The lanes that work lie ever further apart, so every subgroup goes through every step
// with most of its lanes idle, and % is slow.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/lib/reduction.glsl"

shared Value scratch[gl_WorkGroupSize.x];

void main()
{
    uint lane = gl_LocalInvocationID.x;
    scratch[lane] = element(groupIndex() * gl_WorkGroupSize.x + lane);
    for (uint stride = 1u; stride < gl_WorkGroupSize.x; stride *= 2u)
    {
        barrier();
        if (lane % (2u * stride) == 0u)
            scratch[lane] = combine(scratch[lane], scratch[lane + stride]);
    }
    if (lane == 0u)
        storePartial(scratch[0]);
}
