// Scan, rung 3: 16-byte loads, 16 elements of each lane in registers, and shuffles within a subgroup, after Hillis and Steele;
// shared memory only between subgroups (lib/scan_tile.glsl). The passes are those of rungs 1 and 2, but a tile is 16 times as large as
// in rung 1, and 8 times as large as in rung 2.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require

#include "lab/shaders/lib/scan.glsl"
#include "lab/shaders/lib/subgroups.glsl"
#include "lab/shaders/lib/scan_tile.glsl"

void main()
{
    Tile tile = loadTile(groupIndex());
    storeTile(tile, groupIndex(), kNoItem);
    if (orderedLane() == 0u && groupIndex() < params.groupCount)
        sums[groupIndex()] = tileTotal();
}
