// Segmented sum, rung 2: one group per segment. Reads are coalesced; short segments leave most lanes idle, and one long
// segment is left to one group.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/segmented.glsl"
#include "lab/shaders/shared_tree.glsl"

void main()
{
    uint segment = groupIndex();
    if (segment >= params.segmentCount)
        return;
    uint value = kIdentity, end = offsets[segment + 1u];
    for (uint i = offsets[segment] + gl_LocalInvocationID.x; i < end; i += kLabLanes)
        value = combine(value, elements[i]);
    value = reduceInShared(value);
    if (gl_LocalInvocationID.x == 0u)
        results[segment] = value;
}
