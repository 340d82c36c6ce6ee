// Scan, rung 5: a single pass. The elements are read once and written once, which is what a copy does. A group publishes the total
// of its tile, looks back at the tiles before it for a bounded time, and otherwise computes what is missing itself (lib/chain.glsl).
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require

#include "lab/shaders/lib/scan.glsl"
#include "lab/shaders/lib/subgroups.glsl"
#include "lab/shaders/lib/reduce_subgroup.glsl"
#include "lab/shaders/lib/scan_tile.glsl"

Tile tile; // the one that was loaded last: computeBefore() loads the group's own again when it is done

Item totalOf(uint index)
{
    tile = loadTile(index);
    return tileTotal();
}

#include "lab/shaders/lib/chain.glsl"

void main()
{
    uint index = takeTile();
    if (index >= params.groupCount)
        return;
    if (!findBefore(index, totalOf(index)))
        computeBefore(index);
    storeTile(tile, index, chainBefore);
}
