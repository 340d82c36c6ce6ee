// Rung 12: for a float sum with the same bits everywhere, rather than for speed. Elements are combined pairwise, 0 with 1, 2 with 3,
// then these pairs, and so on. The order follows from an element's index alone, not from subgroups, groups or the driver, so the sum
// has the bits of the CPU's pairwise sum, on every device and in every run. Within a subgroup, each lane trades with the lane whose
// number differs in one bit (xor shuffles; drawn as lines they look like a butterfly); passes are repeated as in rung 9.
//
// A lane holds four vectors of 16 bytes. So that neighbouring lanes load neighbouring vectors, these lie one subgroup apart:
// lane l holds vectors l, S + l, 2 S + l and 3 S + l. Lanes first trade vectors while they add, so that afterwards lane l has
// vector row l % 4 alone: with 32 lanes 8 xor shuffles in place of 20.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require

#include "lab/shaders/lib/reduction.glsl"
#include "lab/shaders/lib/subgroups.glsl"

// Four elements from element 4 i on, combined.
Value reduceFour(uint i)
{
    if (4u * i + 4u > params.count)
        return combine(combine(element(4u * i), element(4u * i + 1u)),
                       combine(element(4u * i + 2u), element(4u * i + 3u)));
#ifdef PN_PAIRS
    return combine(combineAll(loads[2u * i]), combineAll(loads[2u * i + 1u]));
#else
    return combineAll(loads[i]);
#endif
}

// Neighbours, then neighbours' neighbours. Every lane gets the result.
Value reduceLanes(Value value, uint first, uint end)
{
    for (uint mask = first; mask < end; mask *= 2u)
        value = combine(value, subgroupShuffleXor(value, mask));
    return value;
}

Value reduceSubgroup(Value value)
{
    return reduceLanes(value, 1u, subgroupLanes());
}

#include "lab/shaders/lib/subgroup_stages.glsl"

// Keeps one of two values, gives the other one to the lane across, and takes in what comes back.
Value trade(Value even, Value odd, uint mask)
{
    bool isOdd = (gl_SubgroupInvocationID & mask) != 0u;
    return combine(isOdd ? odd : even, subgroupShuffleXor(isOdd ? even : odd, mask));
}

// The 16 S elements of a subgroup.
Value reduceRows(Value row0, Value row1, Value row2, Value row3)
{
    Value row = trade(trade(row0, row1, 1u), trade(row2, row3, 1u), 2u);
    return reduceLanes(reduceLanes(row, 4u, subgroupLanes()), 1u, 4u); // rows are complete, then rows together
}

void main()
{
    uint width = subgroupLanes(), subgroup = groupIndex() * gl_NumSubgroups + gl_SubgroupID;
    uint i = subgroup * width * (kLabButterflyElements / 4u) + gl_SubgroupInvocationID;
    Value value = reduceRows(reduceFour(i), reduceFour(i + width), reduceFour(i + 2u * width), reduceFour(i + 3u * width));
    value = reduceStages(value);
    if (orderedLane() == 0u)
        storePartial(value);
}
