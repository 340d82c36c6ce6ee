// Compaction, rung 3: chunks are packed in scratch memory, and a scan of their counts gives each its place.
#version 450
#extension GL_GOOGLE_include_directive : require
#if defined(PN_COMPACT_PACK)
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#endif

#include "lab/shaders/compact.glsl"

uint firstOfChunk(uint chunk)
{
    return chunk * params.chunkElements;
}

uint chunkCount()
{
    return (params.count + params.chunkElements - 1u) / params.chunkElements;
}

#if defined(PN_COMPACT_PACK)

#include "lab/shaders/subgroup_lanes.glsl"

// Compaction, rung 3, first pass: each chunk's kept elements move to the chunk's beginning in scratch memory. A subgroup
// takes a chunk by itself: it needs no barrier and no shared memory, and its next loads follow at once.
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

#elif defined(PN_COMPACT_GATHER)

// Compaction, rung 3, last pass: each chunk's kept elements move from scratch memory to their places. A group takes a chunk.
layout(set = 0, binding = kLabCompactPositions) readonly buffer Positions { uint positions[]; };

void main()
{
    uint chunk = groupIndex(), lane = gl_LocalInvocationID.x;
    if (chunk >= chunkCount())
        return;
    uint place = positions[chunk], kept = positions[chunk + 1u] - place;
    for (uint i = lane; i < kept; i += kLabLanes)
        results[place + i] = elements[firstOfChunk(chunk) + i];
    if (chunk == 0u && lane == 0u)
        keptCount = positions[chunkCount()];
}

#endif
