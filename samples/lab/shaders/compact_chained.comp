// Compaction, rung 4: a single pass. Each element is read once; what a tile keeps waits in shared memory until the chain
// of chain.glsl has its place. Where more is kept than fits there, the group reads the tile again.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#pragma use_vulkan_memory_model

#include "lab/shaders/compact.glsl"
#include "lab/shaders/operators.glsl"
#include "lab/shaders/subgroup_lanes.glsl"
#include "lab/shaders/subgroup_builtin.glsl"

shared uint waiting[kLabStreamKept]; // in equal parts for the subgroups

bool isPlaced = false; // whether places are those of the results

uint room()
{
    return kLabStreamKept / gl_NumSubgroups;
}

void keep(uint place, uint element)
{
    if (isPlaced)
        results[place] = element;
    else if (place < room())
        waiting[gl_SubgroupID * room() + place] = element;
}

#include "lab/shaders/compact_vectors.glsl"
#include "lab/shaders/compact_stream.glsl"

uint fallbackTotal(uint tile)
{
    return sumParts(countPart(tile)).total;
}

#include "lab/shaders/chain.glsl"

// Moves what the subgroup keeps of its part.
void storePart(uint tile, uint kept, uint most, uint place)
{
    isPlaced = most > room();
    if (isPlaced)
        packElements(firstOfPart(tile), partSize(), params.count, place);
    else
        for (uint i = gl_SubgroupInvocationID; i - gl_SubgroupInvocationID < most; i += subgroupLanes())
            if (i < kept)
                results[place + i] = waiting[gl_SubgroupID * room() + i];
}

void main()
{
    uint index = takeTile();
    if (index >= params.tileCount)
        return;
    uint kept = packElements(firstOfPart(index), partSize(), params.count, 0u);
    Parts parts = sumParts(kept);
    if (!findBefore(index, parts.total))
        computeBefore(index, parts.total);
    storePart(index, kept, parts.most, chainBefore + parts.before);
    if (index == params.tileCount - 1u && orderedLane() == 0u)
        keptCount = chainBefore + parts.total;
}
