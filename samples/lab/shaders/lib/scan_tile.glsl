// A tile of a scan: PN_SCAN_ROWS rows, of each of which a lane holds one vector of four elements, so that loads are coalesced
// and as many are in flight as there are rows. A lane scans its vectors by itself; the vectors' ends are scanned over the
// lanes, all rows side by side: by shuffles within a subgroup, then by a tree of the subgroups in shared memory.
// Needs: scan.glsl, subgroups.glsl, GL_KHR_shader_subgroup_shuffle.
#ifndef PN_SCAN_ROWS
#define PN_SCAN_ROWS 4
#endif
const uint kRows = PN_SCAN_ROWS;

// Node n of the tree combines nodes 2 n and 2 n + 1, and subgroup s is node gl_NumSubgroups + s. Node 1 is the whole group.
shared Item nodes[2u * (gl_WorkGroupSize.x / kLabLeastSubgroup)][kRows];

// What the lanes before this one come to, of each row. What all lanes come to stands in node 1. Within a subgroup after Hillis and
// Steele: at each step a lane takes in what the lane `width` before it has. All lanes call it.
Item[kRows] scanLanes(Item own[kRows])
{
    uint lane = gl_SubgroupInvocationID;
    for (uint width = 1u; width < subgroupLanes(); width *= 2u)
        for (uint k = 0u; k < kRows; ++k)
        {
            Item left = subgroupShuffle(own[k], max(lane, width) - width);
            own[k] = lane >= width ? combine(left, own[k]) : own[k];
        }
    Item before[kRows];
    for (uint k = 0u; k < kRows; ++k)
    {
        Item left = subgroupShuffle(own[k], max(lane, 1u) - 1u);
        before[k] = lane > 0u ? left : kNoItem;
    }
    barrier(); // the nodes of an earlier scan have been read
    for (uint k = 0u; k < kRows; ++k)
        if (lane == subgroupLanes() - 1u)
            nodes[gl_NumSubgroups + gl_SubgroupID][k] = own[k];
    for (uint first = gl_NumSubgroups / 2u; first > 0u; first /= 2u)
    {
        barrier();
        uint node = first + orderedLane();
        for (uint k = 0u; k < kRows; ++k)
            if (node < 2u * first)
                nodes[node][k] = combine(nodes[2u * node][k], nodes[2u * node + 1u][k]);
    }
    barrier();
    for (uint node = gl_NumSubgroups + gl_SubgroupID; node > 1u; node /= 2u)
        for (uint k = 0u; k < kRows; ++k)
            if ((node & 1u) != 0u)
                before[k] = combine(nodes[node - 1u][k], before[k]);
    return before;
}

struct Tile
{
    Item rows[kRows][4]; // each vector scanned by itself
    Item before[kRows];  // what the lanes before come to
};

uint firstVector(uint tile)
{
    return tile * (kRows * gl_WorkGroupSize.x) + orderedLane();
}

// Without branches between them, all loads of a lane are in flight at once.
bool isWholeTile(uint tile)
{
    return 4u * (tile + 1u) * (kRows * gl_WorkGroupSize.x) <= params.count;
}

Tile loadTile(uint index)
{
    uint first = firstVector(index);
    uvec4 vectors[kRows], flags[kRows];
    if (isWholeTile(index))
        for (uint k = 0u; k < kRows; ++k)
        {
            vectors[k] = elements4[first + k * gl_WorkGroupSize.x];
            flags[k] = flagsOf(first + k * gl_WorkGroupSize.x);
        }
    else
        for (uint k = 0u; k < kRows; ++k)
        {
            vectors[k] = vectorOrIdentity(first + k * gl_WorkGroupSize.x);
            flags[k] = flagsOf(first + k * gl_WorkGroupSize.x);
        }
    Tile tile;
    Item ends[kRows];
    for (uint k = 0u; k < kRows; ++k)
    {
        tile.rows[k][0] = makeItem(vectors[k].x, flags[k].x);
        tile.rows[k][1] = combine(tile.rows[k][0], makeItem(vectors[k].y, flags[k].y));
        tile.rows[k][2] = combine(tile.rows[k][1], makeItem(vectors[k].z, flags[k].z));
        tile.rows[k][3] = combine(tile.rows[k][2], makeItem(vectors[k].w, flags[k].w));
        ends[k] = tile.rows[k][3];
    }
    tile.before = scanLanes(ends);
    return tile;
}

// Of the tile that was loaded last.
Item tileTotal()
{
    Item total = nodes[1][0];
    for (uint k = 1u; k < kRows; ++k)
        total = combine(total, nodes[1][k]);
    return total;
}

// Stores the results of the tile that was loaded last. before: what all tiles before it come to.
void storeTile(Tile tile, uint index, Item before)
{
    uint first = firstVector(index);
    bool isWhole = isWholeTile(index);
    for (uint k = 0u; k < kRows; ++k)
    {
        uint i = first + k * gl_WorkGroupSize.x;
        Item base = combine(before, tile.before[k]), last = base;
        uvec4 flags = params.isExclusive != 0u ? flagsOf(i) : uvec4(0u), vector;
        for (uint c = 0u; c < 4u; ++c)
        {
            Item own = combine(base, tile.rows[k][c]);
            vector[c] = resultOf(last, own, flags[c]);
            last = own;
        }
        if (isWhole)
            results4[i] = vector;
        else
            for (uint c = 0u; c < 4u; ++c)
                storeResult(4u * i + c, vector[c]);
        before = combine(before, nodes[1][k]);
    }
}
