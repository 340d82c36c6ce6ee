// Compaction, rung 4: a single pass. Each element is read once; tiles learn their places through the chain of
// chain.glsl.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#pragma use_vulkan_memory_model

#include "lab/shaders/compact.glsl"
#include "lab/shaders/operators.glsl"
#include "lab/shaders/subgroup_lanes.glsl"
#include "lab/shaders/subgroup_builtin.glsl"
#include "lab/shaders/compact_tile.glsl"

uint fallbackTotal(uint tile)
{
    return loadTile(tile).total;
}

#include "lab/shaders/chain.glsl"

void main()
{
    uint index = takeTile();
    if (index >= params.tileCount)
        return;
    CompactTile tile = loadTile(index);
    storeTile(tile, index, chainAfter(index, tile.total));
}
