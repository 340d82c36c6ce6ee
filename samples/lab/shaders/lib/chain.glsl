// A chain through the tiles of one dispatch: each tile learns what all tiles before it come to, in a single pass over
// the data. A tile publishes its own total, then looks back over the tiles before it, one per lane of a subgroup, up to
// the nearest one that has published its prefix, which is the total of everything up to and including itself
// (decoupled look-back: Merrill and Garland).
//
// To wait for another group is not safe in Vulkan: no group is promised to run while another one waits. So a group
// waits for a bounded number of polls only. Then it goes back to the nearest prefix, computes every total that is missing
// from there on from the data itself, and publishes the prefixes in the other groups' names (decoupled fallback: Smith,
// Levien, Owens). All groups compute the same bits, so it does not matter who is first. Every group ends after a number
// of rounds that is known beforehand, whatever other groups do and whatever it sees of them.
//
// State: two words per tile. Each has a flag in its upper two bits and half of the value in its lower 16 bits; between them is
// the head of a segmented item. A load thus gives flag and value together, so nothing has to be ordered by a fence. Words only
// rise (atomic maximum), and a value counts where both flags agree. So relaxed atomics are enough, without Vulkan's memory model.
//
// All branches around barriers depend on shared memory that was read behind a barrier, so all lanes take the same way.
// Which lanes meet in a subgroup operation behind a branch of some lanes is not promised, so subgroups wait for all their lanes behind such branches.
//
// Where the order of operations counts, prefixes are combined from left to right, so they have one order, whoever published
// what: for floats, whose sums are rounded, and for segments, whose operator is not commutative.
// Needs: items.glsl, subgroups.glsl, reduce_subgroup.glsl, subgroup ballots and shuffles, elements that nobody writes,
// and Item totalOf(uint tile), which all lanes of the group call together.

layout(set = 0, binding = kLabScratch) buffer State { uint state[]; };

const uint kTotalKnown = 1u, kPrefixKnown = 2u; // flags
#ifdef PN_SEGMENTED
const bool kIsOrdered = true;
#else
const bool kIsOrdered = kType == kLabFloat;
#endif

struct Slot
{
    uint flag; // 0: nothing is known
    Item item;
};

shared Item chainBefore;
shared uint chainIsFound, chainNearest;
shared Slot chainSlot;

uvec2 wordsOf(Item item)
{
#ifdef PN_SEGMENTED
    return uvec2(item.y << 16u | (item.x & 0xffffu), item.x >> 16u);
#else
    return uvec2(item & 0xffffu, item >> 16u);
#endif
}

Item itemOf(uint low, uint high)
{
    uint value = (low & 0xffffu) | high << 16u;
#ifdef PN_SEGMENTED
    return uvec2(value, low >> 16u & 1u);
#else
    return value;
#endif
}

// Called by one lane.
void publish(uint tile, uint flag, Item item)
{
    uvec2 words = wordsOf(item);
    atomicMax(state[kLabChainWords * tile], flag << 30u | words.x, gl_ScopeDevice, 0, 0);
    atomicMax(state[kLabChainWords * tile + 1u], flag << 30u | words.y, gl_ScopeDevice, 0, 0);
}

// The total of a tile with a head is its prefix already.
Slot readSlot(uint tile)
{
    uint low = atomicLoad(state[kLabChainWords * tile], gl_ScopeDevice, 0, 0);
    uint high = atomicLoad(state[kLabChainWords * tile + 1u], gl_ScopeDevice, 0, 0);
    Slot slot = Slot(low >> 30u == high >> 30u ? low >> 30u : 0u, itemOf(low, high));
    if (slot.flag == kTotalKnown && hidesAllBefore(slot.item))
        slot.flag = kPrefixKnown;
    return slot;
}

// Behind a branch of some lanes: subgroups, then the group.
void meet()
{
    subgroupBarrier();
    barrier();
}

// The group's tile. Devices begin groups in the order of their indices, so the tiles before this one have most likely been
// begun. Vulkan does not say so; where it is otherwise, the fallback keeps the result right.
uint takeTile()
{
    uint tile = groupIndex();
    return params.isReversed != 0u && tile < params.groupCount ? params.groupCount - 1u - tile : tile;
}

// The first lane of the subgroup for which it is true, or as many as there are.
uint firstLane(bool isTrue)
{
    uvec4 lanes = subgroupBallot(isTrue);
    return lanes == uvec4(0u) ? subgroupLanes() : subgroupBallotFindLSB(lanes);
}

// What the tiles of lanes `nearest` to 0 come to, in this order.
Item foldLanes(Item item, uint nearest)
{
    Item before = subgroupShuffle(item, nearest);
    for (uint k = nearest; k > 0u; --k)
        before = combine(before, subgroupShuffle(item, k - 1u));
    return before;
}

#ifdef PN_SEGMENTED
Item sumLanes(Item item)
{
    return item; // never called, since segments are ordered
}
#else
Item sumLanes(Item item)
{
    return reduceSubgroup(item);
}
#endif

struct Look
{
    bool isFound;
    Item before; // what the tiles before this one come to
};

// One subgroup calls it. Lane k looks at tile end - 1 - k. There is nothing before tile 0, which is as good as a prefix.
Look lookBack(uint tile)
{
    uint lane = gl_SubgroupInvocationID, end = tile, polls = 0u;
    uint patience = kIsOrdered ? 16u * params.patience : params.patience; // a prefix near by takes longer than a total
    Item sum = kNoItem;
    Look look = Look(false, kNoItem);
    while (!look.isFound && polls <= patience)
    {
        Slot slot = readSlot(end - min(lane + 1u, end));
        slot.flag = lane < end ? slot.flag : kPrefixKnown;
        slot.item = lane < end ? slot.item : kNoItem;
        uint nearest = firstLane(slot.flag == kPrefixKnown), known = firstLane(slot.flag == 0u);
        look.isFound = nearest < known;
        if (look.isFound)
            look.before = kIsOrdered ? foldLanes(slot.item, nearest)
                                     : sumLanes(combine(lane <= nearest ? slot.item : kNoItem, sum));
        uint taken = kIsOrdered ? 0u : min(known, end);
        sum = combine(lane < taken ? slot.item : kNoItem, sum);
        end -= taken;
        polls = taken == 0u ? polls + 1u : 0u;
    }
    return look;
}

// Publishes the tile's total and looks for what the tiles before it come to. Where that is found, it is in chainBefore,
// and the tile's prefix is published. All lanes call it.
bool findBefore(uint tile, Item total)
{
    if (orderedLane() == gl_WorkGroupSize.x - 1u) // not of the subgroup that looks back, if there are two: its lanes stay together
        publish(tile, kTotalKnown, total);
    subgroupBarrier();
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

// As findBefore(), without waiting for anyone. All lanes call it. The tile's own total is the last one that it computes.
void computeBefore(uint tile)
{
    Item before = kNoItem;
    for (uint t = nearestPrefix(tile); t <= tile; ++t)
    {
        Slot slot = sharedSlot(t);
        if (slot.flag == 0u || t == tile)
            slot.item = totalOf(t);
        if (t == tile && orderedLane() == 0u)
            chainBefore = before;
        before = slot.flag == kPrefixKnown && t != tile ? slot.item : combine(before, slot.item);
        if (orderedLane() == 0u)
            publish(t, kPrefixKnown, before);
        meet();
    }
}
