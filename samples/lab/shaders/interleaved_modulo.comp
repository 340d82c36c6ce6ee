// Rung 1, the naive tree: with stride 1, 2, 4, ... every lane that is a multiple of two strides adds its neighbour.
// The lanes that work lie ever further apart, so every subgroup goes through every step, and % is slow.
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
        if (lane % (2u * stride) == 0u)
            scratch[lane] = combine(scratch[lane], scratch[lane + stride]);
    }
    if (lane == 0u)
        storePartial(scratch[0]);
}
