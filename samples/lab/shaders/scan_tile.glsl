// A tile of 4096 elements per group: four rows, of each of which a lane holds one vector of four elements, so that loads
// are coalesced and four are in flight. With PN_SCAN_VECTORS 2 or 4 there are twice or four times as many of all of them.
// A lane's own elements are combined from left to right, lanes as in scan_lanes.glsl, and rows from first to last.
// Needs: scan.glsl, lib/scan_lanes.glsl.

const uint kTileRows = kLabRows * PN_SCAN_VECTORS;

uvec4 loadVector(uint i)
{
    if (4u * i + 4u <= params.count)
        return elements4[i];
    uvec4 at = 4u * i + uvec4(0u, 1u, 2u, 3u);
    return uvec4(elementOrIdentity(at.x), elementOrIdentity(at.y), elementOrIdentity(at.z), elementOrIdentity(at.w));
}

void storeVector(uint i, uvec4 value)
{
    if (4u * i + 4u <= params.count)
        results4[i] = value;
    else
        for (uint k = 0u; k < 4u; ++k)
            storeResult(4u * i + k, value[k]);
}

// Whether the vector ends behind the tile. Without branches between them, all loads of a lane are in flight at once.
bool isWholeTile(uint tile)
{
    return 4u * (tile + 1u) * (kTileRows * kLabRowVectors) <= params.count;
}

uint firstVector(uint tile)
{
    return tile * (kTileRows * kLabRowVectors) + orderedLane();
}

// Each component with those before it.
uvec4 scanVector(uvec4 v)
{
    v.y = combine(v.x, v.y);
    v.z = combine(v.y, v.z);
    v.w = combine(v.z, v.w);
    return v;
}

struct Tile
{
    uvec4 rows[kTileRows]; // each lane's vectors, scanned within themselves
    LaneScan lanes;        // vector v, component c: of row 4 v + c
};

Tile loadTile(uint tile)
{
    Tile result;
    uint first = firstVector(tile);
    if (isWholeTile(tile))
        for (uint k = 0u; k < kTileRows; ++k)
            result.rows[k] = elements4[first + k * kLabRowVectors];
    else
        for (uint k = 0u; k < kTileRows; ++k)
            result.rows[k] = loadVector(first + k * kLabRowVectors);
    uvec4 ends[PN_SCAN_VECTORS];
    for (uint k = 0u; k < kTileRows; ++k)
    {
        result.rows[k] = scanVector(result.rows[k]);
        ends[k / 4u][k % 4u] = result.rows[k].w;
    }
    result.lanes = scanLanes(ends);
    return result;
}

uint tileTotal(Tile tile)
{
    uint total = tile.lanes.total[0].x;
    for (uint k = 1u; k < kTileRows; ++k)
        total = combine(total, tile.lanes.total[k / 4u][k % 4u]);
    return total;
}

// Stores the scan of the tile; before is the combination of all tiles before it. A tile with many rows reads the rows'
// totals again from shared memory, where scanLanes() left them, because registers are scarce.
void storeTile(Tile tile, uint index, uint before)
{
    uint first = firstVector(index);
    bool isWhole = isWholeTile(index);
    for (uint k = 0u; k < kTileRows; ++k)
    {
        uint base = combine(before, tile.lanes.before[k / 4u][k % 4u]);
        uvec4 row = combine(uvec4(base), tile.rows[k]);
        row = kExclusive != 0u ? uvec4(base, row.xyz) : row;
        if (isWhole)
            results4[first + k * kLabRowVectors] = row;
        else
            storeVector(first + k * kLabRowVectors, row);
#if PN_SCAN_VECTORS > 1
        before = combine(before, subgroupTree[1][k / 4u][k % 4u]);
#else
        before = combine(before, tile.lanes.total[k / 4u][k % 4u]);
#endif
    }
}
