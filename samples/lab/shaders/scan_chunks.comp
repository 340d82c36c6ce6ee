// Scan, rung 4, third pass: each group scans its chunk tile by tile, after the chunks before it, whose sums the second
// pass has scanned.
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
    uint first = groupIndex() * params.chunkTiles, end = min(first + params.chunkTiles, params.tileCount);
    if (first >= end)
        return;
    uint before = sums[groupIndex()];
    for (uint index = first; index < end; ++index)
    {
        Tile tile = loadTile(index);
        storeTile(tile, index, before);
        before = combine(before, tileTotal(tile));
    }
}
