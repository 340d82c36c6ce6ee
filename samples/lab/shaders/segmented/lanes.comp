// Segmented sums, rung 1: one lane per segment. Neighbouring lanes read far apart, and a subgroup waits for its longest segment.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/lib/segmented.glsl"

void main()
{
    uint segment = groupIndex() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (segment >= params.extra)
        return;
    uint value = kIdentity;
    for (uint i = offsets[segment]; i < offsets[segment + 1u]; ++i)
        value = combine(value, elements[i]);
    results[segment] = value;
}
