// Scans one value per lane over a group after Sklansky: at each step a block of lanes and its right neighbour become one
// block, and every lane of the right one combines what the left one came to. First blocks of lanes meet within a
// subgroup, then blocks of subgroups through shared memory. The order is that of the lanes' numbers alone, whatever
// the size of a subgroup.
// Needs: operators.glsl, subgroup_lanes.glsl, subgroup shuffles, groups of kLabLanes.

// A tree of the subgroups' totals: node n combines nodes 2 n and 2 n + 1, and subgroup s is node gl_NumSubgroups + s.
shared uvec4 subgroupTree[2u * (kLabLanes / kLabLeastSubgroup)];

struct LaneScan
{
    uvec4 before; // what the lanes before this one come to
    uvec4 total;  // what all lanes come to
};

// Every lane of the group calls it. The components are four scans side by side.
LaneScan scanLanes(uvec4 value)
{
    uint lane = gl_SubgroupInvocationID;
    uvec4 before = uvec4(kIdentity), own = value;
    for (uint width = 1u; width < subgroupLanes(); width *= 2u)
    {
        bool isRight = (lane & width) != 0u;
        uvec4 left = subgroupShuffle(own, isRight ? (lane & ~(width - 1u)) - 1u : lane);
        before = isRight ? combine(left, before) : before;
        own = isRight ? combine(left, own) : own;
    }
    barrier(); // the tree of an earlier scan has been read
    if (lane == subgroupLanes() - 1u)
        subgroupTree[gl_NumSubgroups + gl_SubgroupID] = own;
    for (uint nodes = gl_NumSubgroups / 2u; nodes > 0u; nodes /= 2u)
    {
        barrier();
        uint node = nodes + orderedLane();
        if (node < 2u * nodes)
            subgroupTree[node] = combine(subgroupTree[2u * node], subgroupTree[2u * node + 1u]);
    }
    barrier();
    for (uint node = gl_NumSubgroups + gl_SubgroupID; node > 1u; node /= 2u)
        if ((node & 1u) != 0u)
            before = combine(subgroupTree[node - 1u], before);
    return LaneScan(before, subgroupTree[1]);
}
