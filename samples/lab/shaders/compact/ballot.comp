// Compaction, rung 2: a ballot counts what the lanes of a subgroup keep, so one count per tile is scanned instead of a flag per
// element. The first pass counts. The second counts its tile again for its subgroups' places, then reads it once more, and writes
// what it keeps to the places that the scan of the tiles' counts gave. Each subgroup takes consecutive elements of the tile, one per
// lane and round.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require

#include "lab/shaders/lib/compaction.glsl"
#include "lab/shaders/lib/subgroups.glsl"

layout(set = 0, binding = kLabScratch) buffer Places { uint places[]; }; // first the counts of tiles

shared uint subgroupKept[gl_WorkGroupSize.x / kLabLeastSubgroup];

uint elementIndex(uint round)
{
    uint first = groupIndex() * kLabTileElements * gl_WorkGroupSize.x;
    return first + (gl_SubgroupID * kLabTileElements + round) * subgroupLanes() + gl_SubgroupInvocationID;
}

void countSubgroup()
{
    uint kept = 0u;
    for (uint k = 0u; k < kLabTileElements; ++k)
        kept += subgroupBallotBitCount(subgroupBallot(keeps(elementIndex(k))));
    if (gl_SubgroupInvocationID == 0u)
        subgroupKept[gl_SubgroupID] = kept;
    barrier();
}

// Of the first subgroups of the group.
uint keptBy(uint subgroups)
{
    uint kept = 0u;
    for (uint s = 0u; s < subgroups; ++s)
        kept += subgroupKept[s];
    return kept;
}

void storeKept(uint place)
{
    for (uint k = 0u; k < kLabTileElements; ++k)
    {
        uint i = elementIndex(k);
        uvec4 kept = subgroupBallot(keeps(i));
        if (keeps(i))
            results[place + subgroupBallotExclusiveBitCount(kept)] = elements[i];
        place += subgroupBallotBitCount(kept);
    }
}

void main()
{
    uint tile = groupIndex();
    countSubgroup();
#ifdef PN_COUNT
    if (orderedLane() == 0u && tile < params.groupCount)
        places[tile] = keptBy(gl_NumSubgroups);
#else
    if (tile >= params.groupCount)
        return;
    storeKept(places[tile] + keptBy(gl_SubgroupID));
    if (tile == params.groupCount - 1u && orderedLane() == 0u)
        keptCount = places[tile] + keptBy(gl_NumSubgroups);
#endif
}
