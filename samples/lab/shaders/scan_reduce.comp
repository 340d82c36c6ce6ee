// Scan, rung 4, first pass: each group reduces one chunk of consecutive tiles. Nothing but one sum per chunk is written,
// so the vector is read twice and written once, where rungs 1 to 3 read and write it twice.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require

#include "lab/shaders/scan.glsl"
#include "lab/shaders/subgroup_lanes.glsl"
#include "lab/shaders/scan_lanes.glsl"
#include "lab/shaders/scan_tile.glsl"

// Rows side by side, so that four loads are in flight.
uvec4 reduceLane(uint first, uint end)
{
    uvec4 rows[kLabRows] = uvec4[](uvec4(kIdentity), uvec4(kIdentity), uvec4(kIdentity), uvec4(kIdentity));
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
