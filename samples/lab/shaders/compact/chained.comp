// Compaction, rung 3: a single pass over large tiles, so each element is read once. What a tile keeps waits in shared memory until
// the chain (lib/chain.glsl) has its place. A tile that keeps more than fits there is read again.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require

#include "lab/shaders/lib/compaction.glsl"
#include "lab/shaders/lib/operators.glsl"
#include "lab/shaders/lib/items.glsl"
#include "lab/shaders/lib/subgroups.glsl"
#include "lab/shaders/lib/reduce_subgroup.glsl"

// The tile is divided into equal parts of consecutive elements for the subgroups, and so is the room for what they keep.
shared uint waiting[kLabStreamKept];
shared uint partKept[gl_WorkGroupSize.x / kLabLeastSubgroup];

bool isPlaced = false; // false: keep() fills shared memory; true: it writes to the results

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

#include "lab/shaders/lib/pack.glsl"

uint partSize()
{
    return kLabStreamTile / gl_NumSubgroups;
}

uint firstOfPart(uint tile)
{
    return tile * kLabStreamTile + gl_SubgroupID * partSize();
}

struct Parts
{
    uint before; // kept of the parts before the subgroup's own
    uint total;  // of all parts
    uint most;   // of one part
};

// All lanes of the group call it.
Parts sumParts(uint own)
{
    barrier(); // an earlier tile's numbers have been read
    if (gl_SubgroupInvocationID == 0u)
        partKept[gl_SubgroupID] = own;
    subgroupBarrier();
    barrier();
    Parts parts = Parts(0u, 0u, 0u);
    for (uint s = 0u; s < gl_NumSubgroups; ++s)
    {
        uint kept = partKept[s];
        parts = Parts(parts.before + (s < gl_SubgroupID ? kept : 0u), parts.total + kept, max(parts.most, kept));
    }
    return parts;
}

// Counts the kept elements of the subgroup's part without moving them.
uint countPart(uint tile)
{
    uint first = min(firstOfPart(tile), params.count), last = min(first + partSize(), params.count), kept = 0u;
    for (uint i = first + gl_SubgroupInvocationID; i < last; i += subgroupLanes())
        kept += isKept(elements[i], markOf(i)) ? 1u : 0u;
    subgroupBarrier();
    return subgroupAdd(kept);
}

uint totalOf(uint tile)
{
    return sumParts(countPart(tile)).total;
}

#include "lab/shaders/lib/chain.glsl"

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
    if (index >= params.groupCount)
        return;
    uint kept = packElements(firstOfPart(index), partSize(), params.count, 0u);
    Parts parts = sumParts(kept);
    if (!findBefore(index, parts.total))
        computeBefore(index);
    storePart(index, kept, parts.most, chainBefore + parts.before);
    if (index == params.groupCount - 1u && orderedLane() == 0u)
        keptCount = chainBefore + parts.total;
}
