// Compaction, rung 3, first pass: each chunk's kept elements move to the chunk's beginning in scratch memory. A subgroup
// takes a chunk by itself: it needs no barrier and no shared memory, and its next loads follow at once.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require

#include "lab/shaders/compact.glsl"
#include "lab/shaders/compact_chunks.glsl"
#include "lab/shaders/subgroup_lanes.glsl"

layout(set = 0, binding = kLabCompactPositions) writeonly buffer Counts { uint counts[]; };

void keep(uint place, uint element)
{
    results[place] = element;
}

#include "lab/shaders/compact_vectors.glsl"

void packChunk(uint chunk)
{
    uint first = firstOfChunk(chunk), end = min(first + params.chunkElements, params.count);
    uint place = packElements(first, end - first, end, first);
    if (gl_SubgroupInvocationID == 0u)
        counts[chunk] = place - first;
}

void main()
{
    if (groupIndex() == 0u && orderedLane() == 0u)
        counts[chunkCount()] = 0u; // where the exclusive scan leaves the sum of all
    for (uint k = gl_SubgroupID; k < kLabGroupChunks; k += gl_NumSubgroups)
        if (groupIndex() * kLabGroupChunks + k < chunkCount())
            packChunk(groupIndex() * kLabGroupChunks + k);
}
