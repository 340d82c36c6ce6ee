// Compaction, rung 2, first pass: how many elements each tile keeps, by ballots.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require

#include "lab/shaders/compact.glsl"
#include "lab/shaders/subgroup_lanes.glsl"
#include "lab/shaders/compact_tile.glsl"

layout(set = 0, binding = kLabCompactPositions) writeonly buffer Counts { uint counts[]; };

void main()
{
    uint kept = loadTile(groupIndex()).total;
    if (orderedLane() == 0u && groupIndex() < params.tileCount)
        counts[groupIndex()] = kept;
}
