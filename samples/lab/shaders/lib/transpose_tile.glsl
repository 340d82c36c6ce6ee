// A tile goes through shared memory: rows come in, columns go out, and both are neighbouring words in global memory.
// Needs: transpose.glsl, and kPadding, the unused words after each row of the tile.
shared uint tile[kLabTransposeSide * (kLabTransposeSide + kPadding)];

uint place(uint row, uint column)
{
    return row * (kLabTransposeSide + kPadding) + column;
}

// Without branches between them, all loads of a lane are in flight at once.
void moveWholeTile(uvec2 first, uvec2 lane)
{
    const uint kWords = kLabTransposeSide / kLabTransposeRows;
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

void moveTile(uvec2 first, uvec2 lane)
{
    if (first.x + kLabTransposeSide <= params.columns && first.y + kLabTransposeSide <= params.rows)
        moveWholeTile(first, lane);
    else
        moveCutTile(first, lane);
}
