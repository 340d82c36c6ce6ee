// Scans one value per lane over a group after Sklansky: at each step a block of lanes and its right neighbour become one
// block, and every lane of the right one combines what the left one came to. First blocks of lanes meet within a
// subgroup, then blocks of subgroups through shared memory. The order is that of the lanes' numbers alone, whatever
// the size of a subgroup.
// Needs: operators.glsl, subgroup_lanes.glsl, subgroup shuffles, groups of kLabLanes. PN_SCAN_VECTORS may say how many
// vectors of scans there are side by side.
#ifndef PN_SCAN_VECTORS
#define PN_SCAN_VECTORS 1
#endif

// A tree of the subgroups' totals: node n combines nodes 2 n and 2 n + 1, and subgroup s is node gl_NumSubgroups + s.
shared uvec4 subgroupTree[2u * (kLabLanes / kLabLeastSubgroup)][PN_SCAN_VECTORS];

struct LaneScan
{
    uvec4 before[PN_SCAN_VECTORS]; // what the lanes before this one come to
    uvec4 total[PN_SCAN_VECTORS];  // what all lanes come to
};

uvec4[PN_SCAN_VECTORS] combineScans(uvec4 a[PN_SCAN_VECTORS], uvec4 b[PN_SCAN_VECTORS])
{
    for (uint v = 0u; v < PN_SCAN_VECTORS; ++v)
        a[v] = combine(a[v], b[v]);
    return a;
}

// Every lane of the group calls it. The components are scans side by side.
LaneScan scanLanes(uvec4 own[PN_SCAN_VECTORS])
{
    uint lane = gl_SubgroupInvocationID;
    uvec4 before[PN_SCAN_VECTORS];
    for (uint v = 0u; v < PN_SCAN_VECTORS; ++v)
        before[v] = uvec4(0u);
    for (uint width = 1u; width < subgroupLanes(); width *= 2u)
    {
        bool isRight = (lane & width) != 0u;
        uint from = isRight ? (lane & ~(width - 1u)) - 1u : lane;
        for (uint v = 0u; v < PN_SCAN_VECTORS; ++v)
        {
            uvec4 left = subgroupShuffle(own[v], from);
            before[v] = isRight ? combine(left, before[v]) : before[v];
            own[v] = isRight ? combine(left, own[v]) : own[v];
        }
    }
    barrier(); // the tree of an earlier scan has been read
    if (lane == subgroupLanes() - 1u)
        subgroupTree[gl_NumSubgroups + gl_SubgroupID] = own;
    for (uint nodes = gl_NumSubgroups / 2u; nodes > 0u; nodes /= 2u)
    {
        barrier();
        uint node = nodes + orderedLane();
        if (node < 2u * nodes)
            subgroupTree[node] = combineScans(subgroupTree[2u * node], subgroupTree[2u * node + 1u]);
    }
    barrier();
    for (uint node = gl_NumSubgroups + gl_SubgroupID; node > 1u; node /= 2u)
        if ((node & 1u) != 0u)
            before = combineScans(subgroupTree[node - 1u], before);
    return LaneScan(before, subgroupTree[1]);
}

// A tile of 4096 elements per group: four rows, of each of which a lane holds one vector of four elements, so that loads
// are coalesced and four are in flight. With PN_SCAN_VECTORS 2 or 4 there are twice or four times as many of all of them.
// A lane's own elements are combined from left to right, lanes as scanLanes() does, and rows from first to last.
// Needs: scan.glsl.
const uint kTileRows = kLabRows * PN_SCAN_VECTORS;

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
