// A tile of 4096 elements per group: four rows, of each of which a lane holds one vector of four elements, so that loads
// are coalesced and four are in flight. A lane's own elements are combined from left to right, lanes as in
// scan_lanes.glsl, and rows from first to last.
// Needs: scan.glsl, lib/scan_lanes.glsl.

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

uint firstVector(uint tile)
{
    return tile * (kLabRows * kLabRowVectors) + orderedLane();
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
    uvec4 rows[kLabRows]; // each lane's vectors, scanned within themselves
    LaneScan lanes;       // component k: of row k
};

Tile loadTile(uint tile)
{
    Tile result;
    uint first = firstVector(tile);
    for (uint k = 0u; k < kLabRows; ++k)
        result.rows[k] = loadVector(first + k * kLabRowVectors);
    for (uint k = 0u; k < kLabRows; ++k)
        result.rows[k] = scanVector(result.rows[k]);
    result.lanes = scanLanes(uvec4(result.rows[0].w, result.rows[1].w, result.rows[2].w, result.rows[3].w));
    return result;
}

uint tileTotal(Tile tile)
{
    uvec4 total = tile.lanes.total;
    return combine(combine(combine(total.x, total.y), total.z), total.w);
}

// The scan of the tile, after all that comes before it.
void storeTile(Tile tile, uint index, uint before)
{
    uint first = firstVector(index);
    for (uint k = 0u; k < kLabRows; ++k)
    {
        uint base = combine(before, tile.lanes.before[k]);
        uvec4 row = combine(uvec4(base), tile.rows[k]);
        storeVector(first + k * kLabRowVectors, kExclusive != 0u ? uvec4(base, row.xyz) : row);
        before = combine(before, tile.lanes.total[k]);
    }
}
