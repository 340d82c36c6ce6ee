// Transpose, rungs 2 to 4: a tile goes through shared memory, so that reads and writes are both coalesced. Without padding,
// the words of a column of the tile lie in one bank of shared memory and are read one after the other; one unused word
// after each row (rung 3) spreads them over all banks. A tile of twice the side (rung 4) has four times as many loads in
// flight per lane, and writes twice as many neighbouring words at a time.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/transpose.glsl"

layout(constant_id = kLabSpecPadding) const uint kPadding = 1u;

shared uint tile[kSide * (kSide + kPadding)];

uint place(uint row, uint column)
{
    return row * (kSide + kPadding) + column;
}

// Without branches between them, all loads of a lane are in flight at once.
void moveWholeTile(uvec2 first, uvec2 lane)
{
    uint words[kSide / kRows];
    for (uint k = 0u; k < kSide / kRows; ++k)
        words[k] = elements[(first.y + lane.y + k * kRows) * params.columns + first.x + lane.x];
    for (uint k = 0u; k < kSide / kRows; ++k)
        tile[place(lane.y + k * kRows, lane.x)] = words[k];
    barrier();
    for (uint k = lane.y; k < kSide; k += kRows)
        results[(first.x + k) * params.rows + first.y + lane.x] = tile[place(lane.x, k)];
}

void moveCutTile(uvec2 first, uvec2 lane)
{
    for (uint k = lane.y; k < kSide; k += kRows)
        if (first.x + lane.x < params.columns && first.y + k < params.rows)
            tile[place(k, lane.x)] = elements[(first.y + k) * params.columns + first.x + lane.x];
    barrier();
    for (uint k = lane.y; k < kSide; k += kRows)
        if (first.x + k < params.columns && first.y + lane.x < params.rows)
            results[(first.x + k) * params.rows + first.y + lane.x] = tile[place(lane.x, k)];
}

void main()
{
    uvec2 first = firstOfTile();
    if (first.x + kSide <= params.columns && first.y + kSide <= params.rows)
        moveWholeTile(first, gl_LocalInvocationID.xy);
    else
        moveCutTile(first, gl_LocalInvocationID.xy);
}
