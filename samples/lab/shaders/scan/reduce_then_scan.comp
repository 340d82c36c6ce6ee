// Scan, rung 4: reduce, then scan. There are as many chunks of tiles as keep the device busy. The first pass (PN_CHUNK_SUMS) leaves
// one sum per chunk and nothing else; the second one combines the sums before its chunk and scans the chunk, tile by tile. So the
// elements are read twice and written once, where rungs 1 to 3 read and write them twice. A chunk has params.extra tiles.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require

#include "lab/shaders/lib/scan.glsl"
#include "lab/shaders/lib/subgroups.glsl"
#include "lab/shaders/lib/scan_tile.glsl"

uint firstTile(uint chunk)
{
    return min(chunk * params.extra, params.groupCount);
}

#ifdef PN_CHUNK_SUMS

void main()
{
    Item total = kNoItem;
    for (uint index = firstTile(groupIndex()); index < firstTile(groupIndex() + 1u); ++index)
    {
        loadTile(index);
        total = combine(total, tileTotal());
    }
    if (orderedLane() == 0u && firstTile(groupIndex()) < params.groupCount)
        sums[groupIndex()] = total;
}

#else

// Each lane combines consecutive sums, and the group combines the lanes' in their order.
Item sumBefore(uint chunk)
{
    Item rows[kRows];
    for (uint k = 0u; k < kRows; ++k)
        rows[k] = kNoItem;
    uint share = (chunk + gl_WorkGroupSize.x - 1u) / gl_WorkGroupSize.x, first = orderedLane() * share;
    for (uint i = first; i < min(first + share, chunk); ++i)
        rows[0] = combine(rows[0], sums[i]);
    scanLanes(rows);
    return nodes[1][0];
}

void main()
{
    Item before = sumBefore(groupIndex());
    for (uint index = firstTile(groupIndex()); index < firstTile(groupIndex() + 1u); ++index)
    {
        Tile tile = loadTile(index);
        storeTile(tile, index, before);
        before = combine(before, tileTotal());
    }
}

#endif
