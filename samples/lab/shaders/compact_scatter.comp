// Compaction, rung 1, last pass: each kept element goes to the place that the scan of the flags gave it.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/compact.glsl"

layout(set = 0, binding = kLabCompactPositions) readonly buffer Positions { uint positions[]; };

void main()
{
    uint i = groupIndex() * kLabLanes + gl_LocalInvocationID.x;
    if (i >= params.count)
        return;
    uint element = elements[i], position = positions[i];
    if (isKept(element))
        results[position] = element;
    if (i == params.count - 1u)
        keptCount = position + (isKept(element) ? 1u : 0u);
}
