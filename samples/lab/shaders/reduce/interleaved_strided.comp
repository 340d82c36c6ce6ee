// Rung 2: the same tree, but neighbouring lanes do its work, so whole subgroups fall idle and there is no %. The new price: the two
// words of a lane lie 2 * stride words from its neighbour's. At stride 8 that is every 16th word, so all lanes of a subgroup read 2
// of the 32 banks of shared memory, and wait for each other (bank conflicts).
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
