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
        before[v] = uvec4(kIdentity);
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
