// Scan, rung 3: 16-byte loads, 16 elements per lane in registers, subgroup shuffles instead of shared memory.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require

#include "lab/shaders/scan.glsl"
#include "lab/shaders/subgroup_lanes.glsl"
#include "lab/shaders/scan_lanes.glsl"
#include "lab/shaders/scan_tile.glsl"

void main()
{
    uint index = groupIndex();
    Tile tile = loadTile(index);
    storeTile(tile, index, kIdentity);
    if (orderedLane() == 0u && index < params.tileCount)
        sums[index] = tileTotal(tile);
}
