// Equal tiles of elements instead of segments, scanned from head to head: segmented sum, rung 4, and segmented scan.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require

#include "lab/shaders/segmented.glsl"
#include "lab/shaders/subgroup_lanes.glsl"
#include "lab/shaders/segmented_lanes.glsl"

#if defined(PN_SEGMENTED_TILES)

// Segmented sum, rung 4, second pass: equal tiles of elements instead of segments, so that all groups have the same work
// however long segments are. A tile scans itself from head to head and writes the result at the end of each segment. For
// a segment that began before the tile this is its last part only; the next pass adds the parts before it.
shared uint headBits[kLabTile / 32u];
shared uint scanned[kLabTile];

uint headsOfVector(uint i)
{
    return headBits[i / 8u] >> (4u * (i % 8u)) & 15u;
}

#include "lab/shaders/segmented_tile.glsl"

void markHead(uint i)
{
    atomicOr(headBits[i / 32u], 1u << (i % 32u));
}

void markHeads(uint begin, uint firstOffset, uint endOffset)
{
    if (orderedLane() < kLabTile / 32u)
        headBits[orderedLane()] = 0u;
    barrier();
    if (orderedLane() == 0u && firstOffset > 0u && offsets[firstOffset - 1u] == begin)
        markHead(0u);
    for (uint j = firstOffset + orderedLane(); j < endOffset; j += kLabLanes)
        if (offsets[j] - begin < kLabTile)
            markHead(offsets[j] - begin);
    barrier();
}

void main()
{
    uint index = groupIndex(), begin = index * kLabTile;
    if (index >= params.tileCount)
        return;
    uint firstOffset = tiles[tableWords() + index], endOffset = tiles[tableWords() + index + 1u];
    markHeads(begin, firstOffset, endOffset);
    SegmentedTile tile = loadTile(index);
    for (uint k = 0u; k < kLabRows; ++k)
        for (uint c = 0u; c < 4u; ++c)
            scanned[4u * (k * kLabRowVectors + orderedLane()) + c] = tile.rows[k][c];
    if (orderedLane() == 0u)
        tiles[index] = tile.tail;
    barrier();
    for (uint j = firstOffset + orderedLane(); j < endOffset; j += kLabLanes)
        if (j > 0u && offsets[j - 1u] < offsets[j])
            results[j - 1u] = scanned[offsets[j] - 1u - begin];
}

#elif defined(PN_SEGMENTED_SCAN)

// Segmented scan: each tile scans itself from head to head, and leaves what it comes to since its last head.
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

#endif
