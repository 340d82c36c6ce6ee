// Compaction, rung 2, last pass: each tile writes what it keeps after what the tiles before it keep.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require

#include "lab/shaders/compact.glsl"
#include "lab/shaders/subgroup_lanes.glsl"
#include "lab/shaders/compact_tile.glsl"

layout(set = 0, binding = kLabCompactPositions) readonly buffer Positions { uint positions[]; };

void main()
{
    uint index = groupIndex();
    if (index >= params.tileCount)
        return;
    storeTile(loadTile(index), index, positions[index]);
}
