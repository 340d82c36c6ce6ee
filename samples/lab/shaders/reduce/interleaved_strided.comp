// Rung 2: the same tree, but neighbouring lanes do its work, so whole subgroups fall idle and there is no %. Their words lie
// two strides apart, and that is the new price: of the 32 banks of shared memory, the lanes of a subgroup want the same two at
// stride 8, and wait for each other (bank conflicts).
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
        uint at = 2u * stride * lane;
        if (at < gl_WorkGroupSize.x)
            scratch[at] = combine(scratch[at], scratch[at + stride]);
    }
    if (lane == 0u)
        storePartial(scratch[0]);
}
