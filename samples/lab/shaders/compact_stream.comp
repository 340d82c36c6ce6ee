// Compaction in a single pass over tiles of kLabStreamTile elements: rung 4, and the bound, which reads and counts as rung 4
// does, and moves nothing.
#version 450
#extension GL_GOOGLE_include_directive : require
#if defined(PN_COMPACT_CHAINED)
#extension GL_KHR_memory_scope_semantics : require
#endif
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#if defined(PN_COMPACT_CHAINED)
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#pragma use_vulkan_memory_model
#endif

#include "lab/shaders/compact.glsl"

#if defined(PN_COMPACT_CHAINED)

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

#else

#include "lab/shaders/subgroup_lanes.glsl"

layout(set = 0, binding = kLabScanInput) readonly buffer Elements4 { uvec4 elements4[]; };

#endif

// The tile is divided into equal parts of consecutive elements for the subgroups. They go through it once, so that it need
// not fit into registers, and count what they keep.
shared uint partKept[kLabLanes / kLabLeastSubgroup]; // by the part's subgroup

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

// How many elements of the subgroup's part are kept, which are not moved.
uint countPart(uint tile)
{
    uint first = min(firstOfPart(tile), params.count), last = min(first + partSize(), params.count);
    uint kept = 0u, end = last / 4u, lanes = subgroupLanes();
    for (uint i = first / 4u + gl_SubgroupInvocationID; i < end; i += 4u * lanes)
        for (uint k = 0u; k < 4u; ++k) // four loads in flight
        {
            uvec4 vector = elements4[min(i + k * lanes, end - 1u)];
            uint own = uint(isKept(vector.x)) + uint(isKept(vector.y)) + uint(isKept(vector.z)) + uint(isKept(vector.w));
            kept += i + k * lanes < end ? own : 0u;
        }
    for (uint i = max(4u * end, first) + gl_SubgroupInvocationID; i < last; i += lanes) // less than a vector
        kept += isKept(elements[i]) ? 1u : 0u;
    return subgroupAdd(kept);
}

#if defined(PN_COMPACT_CHAINED)

// Each element is read once; what a tile keeps waits in shared memory until the chain of chain.glsl has its place. Where more
// is kept than fits there, the group reads the tile again.

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

#else // each tile leaves how many elements it keeps

void main()
{
    uint index = groupIndex();
    uint kept = sumParts(countPart(index)).total;
    if (orderedLane() == 0u && index < params.tileCount)
        results[index] = kept;
}

#endif
