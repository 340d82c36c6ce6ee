// Scan, rung 5: a single pass. The vector is read once and written once, which is what a copy does; tiles learn what
// comes before them through the chain of chain.glsl.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#pragma use_vulkan_memory_model

#ifndef PN_SCAN_VECTORS // of operators that are exact
#define PN_SCAN_VECTORS 2
#endif
#include "lab/shaders/scan.glsl"
#include "lab/shaders/subgroup_lanes.glsl"
#include "lab/shaders/subgroup_builtin.glsl"
#include "lab/shaders/scan_tile.glsl"

uint fallbackTotal(uint tile)
{
    return tileTotal(loadTile(tile));
}

#include "lab/shaders/chain.glsl"

void main()
{
    uint index = takeTile();
    if (index >= params.tileCount)
        return;
    Tile tile = loadTile(index);
    uint total = tileTotal(tile);
    if (findBefore(index, total))
        storeTile(tile, index, chainBefore);
    else // and load the tile again: to hold it beside another one would take twice the registers of every group
    {
        computeBefore(index, total);
        storeTile(loadTile(index), index, chainBefore);
    }
}
