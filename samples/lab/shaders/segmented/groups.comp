// Segmented sums, rung 2: one group per segment. Neighbouring lanes read neighbouring elements; short segments leave most lanes
// idle, and one long segment is left to one group.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/lib/segmented.glsl"
#include "lab/shaders/lib/tree.glsl"

void main()
{
    uint segment = groupIndex();
    if (segment >= params.extra)
        return;
    uint value = kIdentity, end = offsets[segment + 1u];
    for (uint i = offsets[segment] + gl_LocalInvocationID.x; i < end; i += gl_WorkGroupSize.x)
        value = combine(value, elements[i]);
    value = reduceGroup(value);
    if (gl_LocalInvocationID.x == 0u)
        results[segment] = value;
}
