// A chain through the tiles of one dispatch: each tile learns what all tiles before it come to, in a single pass over
// the data. A tile publishes its own total, then looks back over the totals of the tiles before it, up to the nearest
// one that has published the total of everything up to itself.
//
// To wait for another group is not safe in Vulkan: no group is promised to run while another one waits. So a group waits
// for a bounded number of polls only. Then it computes the missing total from the data itself and publishes it in the
// other group's name (decoupled fallback: Smith, Levien, Owens). Both compute the same bits, so it does not matter who
// is first. Each round of the look-back either goes back by one tile at least or uses up a poll, so every group ends
// after a number of rounds that is known beforehand, whatever other groups do and whatever it sees of them.
//
// All branches around barriers depend on shared memory that was read behind a barrier, so all lanes take the same way.
// Which lanes meet in a subgroup operation behind a branch of some lanes is not promised, so subgroups wait for all their
// lanes behind such branches.
//
// Totals are combined from left to right, so floats too get one order, whoever published what.
//
// State: per tile a flag, its own total, and the total up to and including it, in three arrays. All accesses are atomic.
// A flag is raised with release semantics after its value; a value is read behind a barrier with acquire semantics, both
// at device scope.
// Needs: operators.glsl, subgroup_lanes.glsl, subgroup_builtin.glsl, groups of kLabLanes, a vulkan memory model, and
// uint fallbackTotal(uint tile), which all lanes of the group call together.

layout(constant_id = kLabSpecPatience) const uint kPatience = 64u;
layout(constant_id = kLabSpecReversed) const uint kReversed = 0u;

layout(set = 0, binding = kLabChainState) buffer State { uint state[]; };

const uint kTotalKnown = 1u, kPrefixKnown = 2u; // flags; they only rise
const uint kFlags = 0u, kTotals = 1u, kPrefixes = 2u;

shared uint chainTile, chainBefore;
shared uvec2 chainNearest[kLabLanes / kLabLeastSubgroup]; // of each subgroup
shared uint chainTotals[kLabLanes];

uint stateOf(uint array, uint tile)
{
    return kLabChainFirst + array * params.tileCount + tile;
}

// Called by one lane.
void publish(uint tile, uint array, uint value, uint flag)
{
    atomicStore(state[stateOf(array, tile)], value, gl_ScopeDevice, 0, 0);
    atomicMax(state[stateOf(kFlags, tile)], flag, gl_ScopeDevice, gl_StorageSemanticsBuffer,
              gl_SemanticsRelease | gl_SemanticsMakeAvailable);
}

// Relaxed: who has seen a flag may read the value only behind deviceBarrier(). To acquire at each poll instead would
// cost more, and a software driver that makes every acquire a barrier of the group would lose a subgroup.
uint stateWord(uint array, uint tile)
{
    return atomicLoad(state[stateOf(array, tile)], gl_ScopeDevice, 0, 0);
}

void groupBarrier()
{
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared,
                   gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
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

// What a look at the tiles before tile from saw: how many tiles lie between it and the nearest one whose prefix is
// known, and the nearest one that has published nothing; kLabLanes where there is none. There is nothing before tile 0,
// which is as good as a prefix.
uvec2 lookAt(uint from)
{
    uint lane = orderedLane();
    uint seen = stateWord(kFlags, max(from, lane + 1u) - lane - 1u);
    uint flag = lane < from ? seen : kPrefixKnown;
    uvec2 own = uvec2(flag == kPrefixKnown ? lane : kLabLanes, flag == 0u ? lane : kLabLanes);
    own = subgroupMin(own);
    if (gl_SubgroupInvocationID == 0u)
        chainNearest[gl_SubgroupID] = own;
    groupBarrier();
    uvec2 nearest = uvec2(kLabLanes);
    for (uint s = 0u; s < gl_NumSubgroups; ++s)
        nearest = min(nearest, chainNearest[s]);
    groupBarrier(); // so that the next look may begin
    return nearest;
}

// Publishes a tile's total in its group's name, unless the group has done so. It may have stored its results over the
// elements only after that, so a total is right where the flag is still down behind it.
void help(uint tile)
{
    uint total = fallbackTotal(tile);
    deviceBarrier();
    if (orderedLane() == 0u && stateWord(kFlags, tile) == 0u)
        publish(tile, kTotals, total, kTotalKnown);
    subgroupBarrier();
}

// The first tile whose total is to be added to the prefix before it. Behind it all totals from there on are published.
uint lookBack(uint tile)
{
    uint from = tile, polls = 0u;
    bool isFound = from == 0u;
    while (!isFound)
    {
        uvec2 nearest = lookAt(from);
        uint known = min(min(nearest.x, nearest.y), from);
        isFound = nearest.x < nearest.y;
        from -= known;
        polls = known == 0u ? polls + 1u : 0u;
        if (isFound || polls <= kPatience)
            continue;
        help(from - 1u);
        --from;
        polls = 0u;
        isFound = from == 0u;
    }
    deviceBarrier();
    return from;
}

// What tiles from .. tile - 1 come to after the prefix before them. All lanes call it, lane 0 has the result.
uint foldTotals(uint from, uint tile)
{
    uint lane = orderedLane();
    uint before = from == 0u ? kIdentity : stateWord(kPrefixes, from - 1u);
    for (uint first = from; first < tile; first += kLabLanes)
    {
        uint total = stateWord(kTotals, min(first + lane, tile - 1u));
        chainTotals[lane] = first + lane < tile ? total : kIdentity;
        groupBarrier();
        if (kOperator == kLabSumFloat || kOperator == kLabProductFloat) // whose order matters
            for (uint k = 0u; k < min(kLabLanes, tile - first); ++k)
                before = combine(before, chainTotals[k]);
        else
            for (uint k = 0u; k < kLabLanes; k += subgroupLanes())
                before = combine(before, reduceSubgroup(chainTotals[k + gl_SubgroupInvocationID]));
        groupBarrier();
    }
    return before;
}

// Publishes the tile's total and returns what the tiles before it come to. All lanes call it.
uint chainAfter(uint tile, uint total)
{
    if (orderedLane() == 0u)
        publish(tile, kTotals, total, kTotalKnown);
    subgroupBarrier();
    uint before = foldTotals(lookBack(tile), tile);
    if (orderedLane() == 0u)
    {
        publish(tile, kPrefixes, combine(before, total), kPrefixKnown);
        chainBefore = before;
    }
    subgroupBarrier();
    groupBarrier();
    return chainBefore;
}
