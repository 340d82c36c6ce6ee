// The scan of lanes of scan_tile.glsl for values with heads: what lies before a head is not combined with what lies behind
// it. Component k of the values has bit k of the heads.
// Needs: operators.glsl, subgroup_lanes.glsl, subgroup shuffles, groups of kLabLanes.

struct Marked
{
    uvec4 value; // since the last head
    uint heads;  // whether there was one
};

shared uvec4 treeValues[2u * (kLabLanes / kLabLeastSubgroup)];
shared uint treeHeads[2u * (kLabLanes / kLabLeastSubgroup)];

bvec4 bitsOf(uint heads)
{
    return bvec4(heads & 1u, heads & 2u, heads & 4u, heads & 8u);
}

Marked combineMarked(Marked left, Marked right)
{
    return Marked(mix(combine(left.value, right.value), right.value, bitsOf(right.heads)), left.heads | right.heads);
}

Marked treeNode(uint node)
{
    return Marked(treeValues[node], treeHeads[node]);
}

void setTreeNode(uint node, Marked value)
{
    treeValues[node] = value.value;
    treeHeads[node] = value.heads;
}

struct MarkedScan
{
    Marked before, total;
};

MarkedScan scanLanes(Marked own)
{
    uint lane = gl_SubgroupInvocationID;
    Marked before = Marked(uvec4(0u), 0u);
    for (uint width = 1u; width < subgroupLanes(); width *= 2u)
    {
        bool isRight = (lane & width) != 0u;
        uint from = isRight ? (lane & ~(width - 1u)) - 1u : lane;
        Marked left = Marked(subgroupShuffle(own.value, from), subgroupShuffle(own.heads, from));
        if (isRight)
        {
            before = combineMarked(left, before);
            own = combineMarked(left, own);
        }
    }
    barrier(); // the tree of an earlier scan has been read
    if (lane == subgroupLanes() - 1u)
        setTreeNode(gl_NumSubgroups + gl_SubgroupID, own);
    for (uint nodes = gl_NumSubgroups / 2u; nodes > 0u; nodes /= 2u)
    {
        barrier();
        uint node = nodes + orderedLane();
        if (node < 2u * nodes)
            setTreeNode(node, combineMarked(treeNode(2u * node), treeNode(2u * node + 1u)));
    }
    barrier();
    for (uint node = gl_NumSubgroups + gl_SubgroupID; node > 1u; node /= 2u)
        if ((node & 1u) != 0u)
            before = combineMarked(treeNode(node - 1u), before);
    return MarkedScan(before, treeNode(1u));
}
