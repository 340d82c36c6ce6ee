// Compaction, rung 2: a scan of the tiles' counts gives each tile its place.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require

#include "lab/shaders/compact.glsl"
#include "lab/shaders/subgroup_lanes.glsl"

// A tile of 4096 elements per group. Each subgroup takes consecutive elements of it, one per lane and round, and a ballot
// counts those that are kept: no scan of lanes is needed.
const uint kRounds = kLabTile / kLabLanes;

shared uint subgroupKept[kLabLanes / kLabLeastSubgroup];

struct CompactTile
{
    uint values[kRounds]; // of this lane
    uint before;          // kept by the subgroups before this one
    uint total;           // kept by the group
};

uint elementIndex(uint tile, uint round)
{
    uint first = tile * kLabTile + gl_SubgroupID * (kRounds * subgroupLanes());
    return first + round * subgroupLanes() + gl_SubgroupInvocationID;
}

uvec4 keptLanes(uint tile, uint round, uint value)
{
    return subgroupBallot(elementIndex(tile, round) < params.count && isKept(value));
}

CompactTile loadTile(uint tile)
{
    CompactTile result;
    for (uint k = 0u; k < kRounds; ++k)
    {
        uint i = elementIndex(tile, k);
        result.values[k] = i < params.count ? elements[i] : 0u;
    }
    uint kept = 0u;
    for (uint k = 0u; k < kRounds; ++k)
        kept += subgroupBallotBitCount(keptLanes(tile, k, result.values[k]));
    barrier(); // an earlier tile's numbers have been read
    if (gl_SubgroupInvocationID == 0u)
        subgroupKept[gl_SubgroupID] = kept;
    barrier();
    result.before = 0u;
    result.total = 0u;
    for (uint s = 0u; s < gl_NumSubgroups; ++s)
    {
        result.before += s < gl_SubgroupID ? subgroupKept[s] : 0u;
        result.total += subgroupKept[s];
    }
    return result;
}

// before: elements kept by all tiles before this one.
void storeTile(CompactTile tile, uint index, uint before)
{
    uint place = before + tile.before;
    for (uint k = 0u; k < kRounds; ++k)
    {
        uvec4 kept = keptLanes(index, k, tile.values[k]);
        if (elementIndex(index, k) < params.count && isKept(tile.values[k]))
            results[place + subgroupBallotExclusiveBitCount(kept)] = tile.values[k];
        place += subgroupBallotBitCount(kept);
    }
    if (index == params.tileCount - 1u && orderedLane() == 0u)
        keptCount = before + tile.total;
}

#if defined(PN_COMPACT_COUNT)

// Compaction, rung 2, first pass: how many elements each tile keeps, by ballots.
layout(set = 0, binding = kLabCompactPositions) writeonly buffer Counts { uint counts[]; };

void main()
{
    uint kept = loadTile(groupIndex()).total;
    if (orderedLane() == 0u && groupIndex() < params.tileCount)
        counts[groupIndex()] = kept;
}

#elif defined(PN_COMPACT_TILES)

// Compaction, rung 2, last pass: each tile writes what it keeps after what the tiles before it keep.
layout(set = 0, binding = kLabCompactPositions) readonly buffer Positions { uint positions[]; };

void main()
{
    uint index = groupIndex();
    if (index >= params.tileCount)
        return;
    storeTile(loadTile(index), index, positions[index]);
}

#endif
