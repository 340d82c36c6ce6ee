// Compaction, rung 3, first pass: each chunk's kept elements move to the chunk's beginning in scratch memory. A subgroup
// takes a chunk by itself: it needs no barrier and no shared memory, and its next loads follow at once.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require

#include "lab/shaders/compact.glsl"
#include "lab/shaders/compact_chunks.glsl"
#include "lab/shaders/subgroup_lanes.glsl"

layout(set = 0, binding = kLabScanInput) readonly buffer Elements4 { uvec4 elements4[]; };
layout(set = 0, binding = kLabCompactPositions) writeonly buffer Counts { uint counts[]; };

const uint kLoads = 4u; // vectors in flight per lane

// Four elements per lane, the first of them element i. Those from end on are not kept.
void loadVectors(uint first, uint end, out uvec4 vectors[kLoads], out bvec4 kept[kLoads])
{
    uint step = 4u * subgroupLanes();
    bool isWhole = first + kLoads * step <= end;
    for (uint k = 0u; k < kLoads; ++k)
    {
        uint i = first + k * step + 4u * gl_SubgroupInvocationID;
        if (isWhole || i + 4u <= end)
            vectors[k] = elements4[i / 4u];
        else
            for (uint c = 0u; c < 4u; ++c)
                vectors[k][c] = i + c < end ? elements[i + c] : 0u;
    }
    for (uint k = 0u; k < kLoads; ++k)
    {
        uvec4 i = uvec4(first + k * step + 4u * gl_SubgroupInvocationID) + uvec4(0u, 1u, 2u, 3u);
        for (uint c = 0u; c < 4u; ++c)
            kept[k][c] = isKept(vectors[k][c]) && (isWhole || i[c] < end);
    }
}

// Writes what the subgroup keeps of its vectors, in order, and returns the place after it.
uint packVectors(uvec4 vector, bvec4 kept, uint place)
{
    uvec4 x = subgroupBallot(kept.x), y = subgroupBallot(kept.y);
    uvec4 z = subgroupBallot(kept.z), w = subgroupBallot(kept.w);
    if ((x | y | z | w) == uvec4(0u))
        return place;
    uint own = place + subgroupBallotExclusiveBitCount(x) + subgroupBallotExclusiveBitCount(y) +
               subgroupBallotExclusiveBitCount(z) + subgroupBallotExclusiveBitCount(w);
    for (uint c = 0u; c < 4u; ++c)
        if (kept[c])
            results[own++] = vector[c];
    return place + subgroupBallotBitCount(x) + subgroupBallotBitCount(y) + subgroupBallotBitCount(z) +
           subgroupBallotBitCount(w);
}

void packChunk(uint chunk)
{
    uint first = firstOfChunk(chunk), end = min(first + params.chunkElements, params.count), place = first;
    for (uint at = first; at < end; at += kLoads * 4u * subgroupLanes())
    {
        uvec4 vectors[kLoads];
        bvec4 kept[kLoads];
        loadVectors(at, end, vectors, kept);
        for (uint k = 0u; k < kLoads; ++k)
            place = packVectors(vectors[k], kept[k], place);
    }
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
