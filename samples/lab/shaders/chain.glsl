// A chain through the tiles of one dispatch: each tile learns what all tiles before it come to, in a single pass over
// the data. A tile publishes its own total, then looks back over the tiles before it, one per lane of a subgroup, up to
// the nearest one that has published its prefix, which is the total of everything up to and including itself.
//
// To wait for another group is not safe in Vulkan: no group is promised to run while another one waits. So a group
// waits for a bounded number of polls only. Then it goes back to the nearest prefix, computes every total that is missing
// from there on from the data itself, and publishes the prefixes in the other groups' names (decoupled fallback: Smith,
// Levien, Owens). All groups compute the same bits, so it does not matter who is first. Every group ends after a number
// of rounds that is known beforehand, whatever other groups do and whatever it sees of them.
//
// State: two words per tile. Each has a flag in its upper two bits and half of the value in its lower 16 bits. A load thus
// tells flag and value together, so nothing has to be ordered by a fence. Words only rise (atomic maximum), and a value
// counts where both flags agree.
//
// All branches around barriers depend on shared memory that was read behind a barrier, so all lanes take the same way. A
// software driver makes a barrier of the group of each access to shared memory in Vulkan's memory model, so a loop around
// one has as many rounds for all subgroups. Which lanes meet in a subgroup operation behind a branch of some lanes is not
// promised, so subgroups wait for all their lanes behind such branches.
//
// Prefixes of float sums are combined from left to right, so they too have one order, whoever published what.
// Needs: operators.glsl, subgroup_lanes.glsl, subgroup_builtin.glsl, subgroup ballots and shuffles, groups of kLabLanes, a
// vulkan memory model, elements that nobody writes, groupIndex(), and uint fallbackTotal(uint tile), which all lanes of the
// group call together.

layout(constant_id = kLabSpecPatience) const uint kPatience = 64u;
layout(constant_id = kLabSpecReversed) const uint kReversed = 0u;

layout(set = 0, binding = kLabChainState) buffer State { uint state[]; };

const uint kTotalKnown = 1u, kPrefixKnown = 2u; // flags
const bool kIsOrdered = kOperator == kLabSumFloat;
const uint kPolls = kIsOrdered ? 16u * kPatience : kPatience; // an ordered one waits for a prefix near by, which takes longer

shared uint chainBefore, chainIsFound, chainNearest;

struct Slot
{
    uint flag; // 0: nothing is known
    uint value;
};

shared Slot chainSlot;

// Called by one lane.
void publish(uint tile, uint flag, uint value)
{
    uint first = kLabChainWords * tile;
    atomicMax(state[first], flag << 30u | (value & 0xffffu), gl_ScopeDevice, 0, 0);
    atomicMax(state[first + 1u], flag << 30u | value >> 16u, gl_ScopeDevice, 0, 0);
}

Slot readSlot(uint tile)
{
    uint first = kLabChainWords * tile;
    uint low = atomicLoad(state[first], gl_ScopeDevice, 0, 0);
    uint high = atomicLoad(state[first + 1u], gl_ScopeDevice, 0, 0);
    return Slot(low >> 30u == high >> 30u ? low >> 30u : 0u, (low & 0xffffu) | high << 16u);
}

// Behind a branch of some lanes: subgroups, then the group.
void meet()
{
    subgroupBarrier();
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsShared,
                   gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
}

// The group's tile. Devices begin groups in the order of their indices, so the tiles before this one have most likely been
// begun. Vulkan does not say so; where it is otherwise, the fallback keeps the result right.
uint takeTile()
{
    uint tile = groupIndex();
    return kReversed != 0u && tile < params.tileCount ? params.tileCount - 1u - tile : tile;
}

// The first lane of the subgroup for which it is true, or as many as there are.
uint firstLane(bool isTrue)
{
    uvec4 lanes = subgroupBallot(isTrue);
    return lanes == uvec4(0u) ? subgroupLanes() : subgroupBallotFindLSB(lanes);
}

// What the tiles of lanes nearest to 0 come to, in this order, where lane `nearest` has a prefix.
uint foldLanes(uint value, uint nearest)
{
    uint before = subgroupShuffle(value, nearest);
    for (uint k = nearest; k > 0u; --k)
        before = combine(before, subgroupShuffle(value, k - 1u));
    return before;
}

struct Look
{
    bool isFound;
    uint before; // what the tiles before this one come to
};

// One subgroup calls it. Lane k looks at tile end - 1 - k. There is nothing before tile 0, which is as good as a prefix.
Look lookBack(uint tile)
{
    uint lane = gl_SubgroupInvocationID, end = tile, sum = 0u, polls = 0u;
    Look look = Look(false, 0u);
    while (!look.isFound && polls <= kPolls)
    {
        Slot slot = readSlot(end - min(lane + 1u, end));
        slot.flag = lane < end ? slot.flag : kPrefixKnown;
        slot.value = lane < end ? slot.value : 0u;
        uint nearest = firstLane(slot.flag == kPrefixKnown), known = firstLane(slot.flag == 0u);
        look.isFound = nearest < known;
        if (look.isFound)
            look.before = kIsOrdered ? foldLanes(slot.value, nearest)
                                     : reduceSubgroup(combine(lane <= nearest ? slot.value : 0u, sum));
        uint taken = kIsOrdered ? 0u : min(known, end);
        sum = combine(lane < taken ? slot.value : 0u, sum);
        end -= taken;
        polls = taken == 0u ? polls + 1u : 0u;
    }
    return look;
}

// Publishes the tile's total and looks for what the tiles before it come to. Where that is found, it is in chainBefore,
// and the tile's prefix is published. All lanes call it.
bool findBefore(uint tile, uint total)
{
    if (orderedLane() == kLabLanes - 1u) // not of the subgroup that looks back: its lanes stay together
        publish(tile, kTotalKnown, total);
    if (gl_SubgroupID == 0u)
    {
        Look look = lookBack(tile);
        if (gl_SubgroupInvocationID == 0u)
        {
            chainBefore = look.before;
            chainIsFound = look.isFound ? 1u : 0u;
            if (look.isFound)
                publish(tile, kPrefixKnown, combine(look.before, total));
        }
    }
    meet();
    return chainIsFound != 0u;
}

// The nearest tile before this one that has a prefix, or 0.
uint nearestPrefix(uint tile)
{
    meet(); // what was shared before has been read
    if (orderedLane() == 0u)
    {
        uint nearest = max(tile, 1u) - 1u;
        while (nearest > 0u && readSlot(nearest).flag != kPrefixKnown)
            --nearest;
        chainNearest = nearest;
    }
    meet();
    return chainNearest;
}

// What is known of a tile, as lane 0 sees it.
Slot sharedSlot(uint tile)
{
    if (orderedLane() == 0u)
        chainSlot = readSlot(tile);
    meet();
    Slot slot = chainSlot;
    meet();
    return slot;
}

// As findBefore(), without waiting for anyone. All lanes call it.
void computeBefore(uint tile, uint total)
{
    uint before = 0u;
    for (uint t = nearestPrefix(tile); t < tile; ++t)
    {
        Slot slot = sharedSlot(t);
        if (slot.flag == 0u)
            slot.value = fallbackTotal(t);
        before = slot.flag == kPrefixKnown ? slot.value : combine(before, slot.value);
        if (orderedLane() == 0u)
            publish(t, kPrefixKnown, before);
        meet();
    }
    if (orderedLane() == 0u)
    {
        chainBefore = before;
        publish(tile, kPrefixKnown, combine(before, total));
    }
    meet();
}
