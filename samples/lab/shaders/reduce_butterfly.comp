// Rung 12: one tree for every device. Elements are added pairwise, 0 with 1, 2 with 3, then these pairs, and so on: the
// order depends on an element's index and on nothing else, not on subgroups, groups, or passes. So the bits of a sum
// are those of the CPU's pairwise sum, on every device, in every run.
//
// A lane holds four vectors of four elements. So that neighbouring lanes load neighbouring vectors, these are one
// subgroup apart: lane l holds vectors l, S + l, 2 S + l and 3 S + l. Lanes first trade vectors while they add, so that
// afterwards lane l is in charge of vector row l % 4 alone: 8 shuffles in place of 20.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require

#include "lab/shaders/reduction.glsl"
#include "lab/shaders/subgroup_lanes.glsl"

#ifdef PN_PAIRS

struct Elements4
{
    uvec4 first, second; // two elements each
};

Elements4 load4(uint i)
{
    if (4u * i + 4u <= params.count)
        return Elements4(loads[2u * i], loads[2u * i + 1u]);
    uvec4 at = 4u * i + uvec4(0u, 1u, 2u, 3u);
    return Elements4(uvec4(elementOrZero(at.x), elementOrZero(at.y)),
                     uvec4(elementOrZero(at.z), elementOrZero(at.w)));
}

Value combineAll(Elements4 v)
{
    return combine(combineAll(v.first), combineAll(v.second));
}

#else

#define Elements4 uvec4

Elements4 load4(uint i)
{
    if (4u * i + 4u <= params.count)
        return loads[i];
    uvec4 at = 4u * i + uvec4(0u, 1u, 2u, 3u);
    return uvec4(elementOrZero(at.x), elementOrZero(at.y), elementOrZero(at.z), elementOrZero(at.w));
}

#endif

// Neighbours, then neighbours' neighbours; every lane gets the result. Which of two is added to which does not matter.
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

// Keeps one of two values, gives the other one to the lane across, and adds what comes back.
Value trade(Value even, Value odd, uint mask)
{
    bool isOdd = (gl_SubgroupInvocationID & mask) != 0u;
    return combine(isOdd ? odd : even, subgroupShuffleXor(isOdd ? even : odd, mask));
}

// The sum of the subgroup's 16 S elements.
Value reduceRows(Value row0, Value row1, Value row2, Value row3)
{
    Value rows01 = trade(row0, row1, 1u), rows23 = trade(row2, row3, 1u);
    Value row = trade(rows01, rows23, 2u);
    row = reduceLanes(row, 4u, subgroupLanes()); // rows are complete
    return reduceLanes(row, 1u, 4u);
}

#include "lab/shaders/subgroup_stages.glsl"

void main()
{
    uint width = subgroupLanes();
    uint subgroup = groupIndex() * gl_NumSubgroups + gl_SubgroupID;
    uint first = subgroup * width * (kLabButterflyElements / 4u) + gl_SubgroupInvocationID;
    Elements4 a = load4(first), b = load4(first + width), c = load4(first + 2u * width), d = load4(first + 3u * width);
    Value value = reduceSubgroups(reduceRows(combineAll(a), combineAll(b), combineAll(c), combineAll(d)));
    if (orderedLane() == 0u)
        storePartial(value);
}
