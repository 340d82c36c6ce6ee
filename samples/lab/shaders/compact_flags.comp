// Compaction, rung 1, first pass: one word per element, 1 where it is kept. Their exclusive scan is each one's place.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/compact.glsl"

layout(set = 0, binding = kLabCompactPositions) writeonly buffer Flags { uint flags[]; };

void main()
{
    uint i = groupIndex() * kLabLanes + gl_LocalInvocationID.x;
    if (i < params.count)
        flags[i] = isKept(elements[i]) ? 1u : 0u;
}
