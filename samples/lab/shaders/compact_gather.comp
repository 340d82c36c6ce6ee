// Compaction, rung 3, last pass: each chunk's kept elements move from scratch memory to their places. A group takes a chunk.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/compact.glsl"
#include "lab/shaders/compact_chunks.glsl"

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
