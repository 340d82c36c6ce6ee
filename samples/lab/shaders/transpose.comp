// Transpose, rungs 1 to 3.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/group_index.glsl"
#include "lab/shaders/lab_transpose.h"

layout(local_size_x = kLabTransposeSide, local_size_y = kLabTransposeRows) in;

layout(push_constant) uniform Params { LabTransposeParams params; };
layout(set = 0, binding = kLabTransposeInput) readonly buffer Elements { uint elements[]; };
layout(set = 0, binding = kLabTransposeOutput) writeonly buffer Results { uint results[]; };

// Column and row of the tile's first element; beyond the matrix for surplus groups of the grid.
uvec2 firstOfTile()
{
    uint tilesAcross = (params.columns + kLabTransposeSide - 1u) / kLabTransposeSide;
    uint tile = groupIndex();
    return kLabTransposeSide * uvec2(tile % tilesAcross, tile / tilesAcross);
}

#if defined(PN_TRANSPOSE_NAIVE)

// Transpose, rung 1: each lane moves its elements straight to their places. Reads of a row are coalesced; writes go down a
// column, so each touches another line of the cache.
void main()
{
    uvec2 at = firstOfTile() + gl_LocalInvocationID.xy;
    for (uint k = 0u; k < kLabTransposeSide; k += kLabTransposeRows)
        if (at.x < params.columns && at.y + k < params.rows)
            results[at.x * params.rows + at.y + k] = elements[(at.y + k) * params.columns + at.x];
}

#elif defined(PN_TRANSPOSE_TILED)

// Transpose, rungs 2 and 3: a tile goes through shared memory, so that reads and writes are both coalesced. Without
// padding, the words of a column of the tile lie in one bank of shared memory and are read one after the other; one
// unused word after each row (rung 3) spreads them over all banks.
layout(constant_id = kLabSpecPadding) const uint kPadding = 1u;

const uint kWords = kLabTransposeSide / kLabTransposeRows; // per lane

shared uint tile[kLabTransposeSide * (kLabTransposeSide + kPadding)];

uint place(uint row, uint column)
{
    return row * (kLabTransposeSide + kPadding) + column;
}

// Without branches between them, all loads of a lane are in flight at once.
void moveWholeTile(uvec2 first, uvec2 lane)
{
    uint words[kWords];
    for (uint k = 0u; k < kWords; ++k)
        words[k] = elements[(first.y + lane.y + k * kLabTransposeRows) * params.columns + first.x + lane.x];
    for (uint k = 0u; k < kWords; ++k)
        tile[place(lane.y + k * kLabTransposeRows, lane.x)] = words[k];
    barrier();
    for (uint k = lane.y; k < kLabTransposeSide; k += kLabTransposeRows)
        results[(first.x + k) * params.rows + first.y + lane.x] = tile[place(lane.x, k)];
}

void moveCutTile(uvec2 first, uvec2 lane)
{
    for (uint k = lane.y; k < kLabTransposeSide; k += kLabTransposeRows)
        if (first.x + lane.x < params.columns && first.y + k < params.rows)
            tile[place(k, lane.x)] = elements[(first.y + k) * params.columns + first.x + lane.x];
    barrier();
    for (uint k = lane.y; k < kLabTransposeSide; k += kLabTransposeRows)
        if (first.x + k < params.columns && first.y + lane.x < params.rows)
            results[(first.x + k) * params.rows + first.y + lane.x] = tile[place(lane.x, k)];
}

void main()
{
    uvec2 first = firstOfTile();
    if (first.x + kLabTransposeSide <= params.columns && first.y + kLabTransposeSide <= params.rows)
        moveWholeTile(first, gl_LocalInvocationID.xy);
    else
        moveCutTile(first, gl_LocalInvocationID.xy);
}

#endif
