// Transpose, rungs 2 and 3: a tile goes through shared memory, so that reads and writes are both coalesced. Without
// padding, the words of a column of the tile lie in one bank of shared memory and are read one after the other; one
// unused word after each row (rung 3) spreads them over all banks.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/transpose.glsl"

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
