// Scan of tiles in registers: rung 3, and the first and third pass of rung 4.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require

#include "lab/shaders/scan.glsl"
#include "lab/shaders/subgroup_lanes.glsl"
#include "lab/shaders/scan_tile.glsl"

#if defined(PN_SCAN_SUBGROUPS)

// Scan, rung 3: 16-byte loads, 16 elements per lane in registers, subgroup shuffles instead of shared memory.
void main()
{
    uint index = groupIndex();
    Tile tile = loadTile(index);
    storeTile(tile, index, 0u);
    if (orderedLane() == 0u && index < params.tileCount)
        sums[index] = tileTotal(tile);
}

#elif defined(PN_SCAN_REDUCE)

// Scan, rung 4, first pass: each group reduces one chunk of consecutive tiles. Nothing but one sum per chunk is written,
// so the vector is read twice and written once, where rungs 1 to 3 read and write it twice.

// Rows side by side, so that four loads are in flight.
uvec4 reduceLane(uint first, uint end)
{
    uvec4 rows[kLabRows] = uvec4[](uvec4(0u), uvec4(0u), uvec4(0u), uvec4(0u));
    for (uint tile = first; tile < end; ++tile)
        for (uint k = 0u; k < kLabRows; ++k)
            rows[k] = combine(rows[k], loadVector(firstVector(tile) + k * kLabRowVectors));
    return combine(combine(rows[0], rows[1]), combine(rows[2], rows[3]));
}

void main()
{
    uint chunk = groupIndex(), first = chunk * params.chunkTiles;
    uvec4 lanes[1] = uvec4[](reduceLane(first, min(first + params.chunkTiles, params.tileCount)));
    uvec4 total = scanLanes(lanes).total[0];
    if (orderedLane() == 0u && first < params.tileCount)
        sums[chunk] = combineAll(total);
}

#elif defined(PN_SCAN_CHUNKS)

// Scan, rung 4, third pass: each group scans its chunk tile by tile, after the chunks before it, whose sums the second
// pass has scanned.
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

#endif
