// A chain through the tiles of one dispatch: each tile learns what all tiles before it come to, in a single pass over
// the data. A tile publishes its own total, then looks back over the totals of the tiles before it, up to the nearest
// one that has published the total of everything up to itself.
//
// To wait for another group is not safe in Vulkan: no group is promised to run while another one waits. So a group waits
// for a bounded number of polls only. Then it computes the missing total from the data itself and publishes it in the
// other group's name (decoupled fallback: Smith, Levien, Owens). Both compute the same bits, so it does not matter who
// is first, and every group ends even if no other group ever runs.
//
// Totals are combined from left to right, so floats too get one order, whoever published what.
//
// State of tile t: a flag, its own total, the total up to and including it. All accesses are atomic. A flag is raised
// with release semantics after its value; a value is read behind a barrier with acquire semantics, both at device scope.
// Needs: operators.glsl, subgroup_lanes.glsl, lib/subgroup_builtin.glsl, a vulkan memory model, and
// uint fallbackTotal(uint tile), which all lanes of the group call together.

layout(constant_id = kLabSpecPatience) const uint kPatience = 64u;
layout(constant_id = kLabSpecReversed) const uint kReversed = 0u;

layout(set = 0, binding = kLabChainState) buffer State { uint state[]; };

const uint kTotalKnown = 1u, kPrefixKnown = 2u; // flags; they only rise
const uint kWordFlag = 0u, kWordTotal = 1u, kWordPrefix = 2u;

shared uint chainTile, chainFrom, chainStuck, chainBefore;

uint stateOf(uint tile)
{
    return kLabChainFirst + kLabChainWords * tile;
}

// Called by one lane.
void publish(uint tile, uint word, uint value, uint flag)
{
    atomicStore(state[stateOf(tile) + word], value, gl_ScopeDevice, 0, 0);
    atomicMax(state[stateOf(tile)], flag, gl_ScopeDevice, gl_StorageSemanticsBuffer,
              gl_SemanticsRelease | gl_SemanticsMakeAvailable);
}

// Relaxed: who has seen a flag may read the value only behind deviceBarrier(). To acquire at each poll instead would
// cost more, and a software driver that makes every acquire a barrier of the group would lose a subgroup.
uint stateWord(uint tile, uint word)
{
    return atomicLoad(state[stateOf(tile) + word], gl_ScopeDevice, 0, 0);
}

void groupBarrier()
{
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared, gl_SemanticsAcquireRelease);
}

// A barrier of the group, behind which all of it has acquired what the flags that were seen before it release.
void deviceBarrier()
{
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeDevice, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,
                   gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
}

// The group's tile. Groups take tickets, so that the tiles before this one have at least been begun by running groups.
uint takeTile()
{
    if (orderedLane() == 0u)
        chainTile = atomicAdd(state[kLabChainTicket], 1u, gl_ScopeDevice, 0, 0);
    groupBarrier();
    uint tile = chainTile;
    return kReversed != 0u && tile < params.tileCount ? params.tileCount - 1u - tile : tile;
}

// The first subgroup looks back from tile chainFrom, one tile per lane. It stops at a prefix, which becomes chainFrom
// (the first tile whose total is still to be added), or at a tile that stays silent, which becomes chainStuck.
void lookBack()
{
    uint from = chainFrom, lane = gl_SubgroupInvocationID, width = subgroupLanes(), polls = 0u;
    bool isFound = false, isStuck = false;
    while (!isFound && !isStuck)
    {
        uint flag = lane < from ? stateWord(max(from, lane + 1u) - lane - 1u, kWordFlag) : kPrefixKnown; // over nothing, at tile 0
        uint prefix = subgroupMin(flag == kPrefixKnown ? lane : width);
        uint silent = subgroupMin(flag == 0u ? lane : width);
        uint known = min(prefix, silent); // totals, nearest first
        from -= known;
        polls = known == 0u ? polls + 1u : 0u;
        isFound = prefix < silent;
        isStuck = !isFound && silent < width && polls > kPatience;
    }
    if (lane == 0u)
    {
        chainFrom = from;
        chainStuck = isStuck ? from - 1u : ~0u;
    }
}

// What tiles up to tile - 1 come to. The first subgroup calls it once chainFrom is found.
uint foldTotals(uint tile)
{
    uint lane = gl_SubgroupInvocationID, width = subgroupLanes();
    uint before = chainFrom == 0u ? kIdentity : stateWord(chainFrom - 1u, kWordPrefix);
    for (uint first = chainFrom; first < tile; first += width)
    {
        uint total = stateWord(min(first + lane, tile - 1u), kWordTotal);
        if (kOperator != kLabSumFloat && kOperator != kLabProductFloat)
            before = combine(before, reduceSubgroup(first + lane < tile ? total : kIdentity));
        else
            for (uint k = 0u; k < min(width, tile - first); ++k)
                before = combine(before, subgroupShuffle(total, k));
    }
    return before;
}

// Publishes the tile's total and returns what the tiles before it come to. All lanes call it.
uint chainAfter(uint tile, uint total)
{
    if (orderedLane() == 0u)
    {
        publish(tile, kWordTotal, total, kTotalKnown);
        chainFrom = tile;
        chainStuck = ~0u;
    }
    uint stuck;
    do
    {
        groupBarrier();
        if (gl_SubgroupID == 0u)
            lookBack();
        deviceBarrier();
        stuck = chainStuck;
        if (stuck != ~0u)
        {
            uint missing = fallbackTotal(stuck);
            if (orderedLane() == 0u)
                publish(stuck, kWordTotal, missing, kTotalKnown);
        }
    } while (stuck != ~0u);
    if (gl_SubgroupID == 0u)
    {
        uint before = foldTotals(tile);
        if (gl_SubgroupInvocationID == 0u)
        {
            publish(tile, kWordPrefix, combine(before, total), kPrefixKnown);
            chainBefore = before;
        }
    }
    groupBarrier();
    return chainBefore;
}
