// Segmented scan: each tile scans itself from head to head, and leaves what it comes to since its last head.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require

#include "lab/shaders/segmented.glsl"
#include "lab/shaders/subgroup_lanes.glsl"
#include "lab/shaders/segmented_lanes.glsl"

// Bits of elements beyond the last one are read too, and change nothing that is kept but the tail of the last tile.
uint headsOfVector(uint i)
{
    i += groupIndex() * (kLabTile / 4u);
    return 4u * i < params.count ? heads[params.headsFirst + i / 8u] >> (4u * (i % 8u)) & 15u : 0u;
}

#include "lab/shaders/segmented_tile.glsl"

shared uint firstHead;

void main()
{
    uint index = groupIndex();
    if (orderedLane() == 0u)
        firstHead = kLabTile;
    SegmentedTile tile = loadTile(index); // with barriers in it
    for (uint k = 0u; k < kLabRows; ++k)
    {
        uint vector = k * kLabRowVectors + orderedLane(), bits = headsOfVector(vector);
        if (bits != 0u)
            atomicMin(firstHead, 4u * vector + uint(findLSB(bits)));
        vector += index * (kLabTile / 4u);
        if (4u * vector + 4u <= params.count)
            results4[vector] = tile.rows[k];
        else
            for (uint c = 0u; c < 4u; ++c)
                storeResult(4u * vector + c, tile.rows[k][c]);
    }
    barrier();
    if (orderedLane() != 0u || index >= params.tileCount)
        return;
    tiles[index] = tile.tail;
    tiles[tableWords() + index] = firstHead;
    if (tile.hasHead)
        atomicOr(tiles[2u * tableWords() + index / 32u], 1u << (index % 32u));
}
