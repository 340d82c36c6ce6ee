// Rung 3: the stride falls from half of the group to 1 instead of rising, so neighbouring lanes use neighbouring words, and no
// bank conflicts are left. Half of the lanes do nothing but load. Later trees in shared memory have this shape: rungs 5 and 6 write
// it out, the others include it (lib/tree.glsl).
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/lib/reduction.glsl"

shared Value scratch[gl_WorkGroupSize.x];

void main()
{
    uint lane = gl_LocalInvocationID.x;
    scratch[lane] = element(groupIndex() * gl_WorkGroupSize.x + lane);
    for (uint stride = gl_WorkGroupSize.x / 2u; stride > 0u; stride /= 2u)
    {
        barrier();
        if (lane < stride)
            scratch[lane] = combine(scratch[lane], scratch[lane + stride]);
    }
    if (lane == 0u)
        storePartial(scratch[0]);
}
