// Compaction, rung 1: a scan of flags gives each kept element its place.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/compact.glsl"

#if defined(PN_COMPACT_FLAGS)

// Compaction, rung 1, first pass: one word per element, 1 where it is kept. Their exclusive scan is each one's place.
layout(set = 0, binding = kLabCompactPositions) writeonly buffer Flags { uint flags[]; };

void main()
{
    uint i = groupIndex() * kLabLanes + gl_LocalInvocationID.x;
    if (i < params.count)
        flags[i] = isKept(elements[i]) ? 1u : 0u;
}

#elif defined(PN_COMPACT_SCATTER)

// Compaction, rung 1, last pass: each kept element goes to the place that the scan of the flags gave it.
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

#endif
