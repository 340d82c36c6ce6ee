// Reduction, rungs 1 to 7 and 9: a tree in shared memory.
#version 450
#extension GL_GOOGLE_include_directive : require
#if defined(PN_LAST_SUBGROUP) || defined(PN_UNROLLED)
#extension GL_KHR_shader_subgroup_basic : require
#endif

#include "lab/shaders/reduction.glsl"
#if defined(PN_LAST_SUBGROUP) || defined(PN_UNROLLED)
#include "lab/shaders/subgroup_lanes.glsl"
#endif
#if defined(PN_MULTIPLE_ADDS)
#include "lab/shaders/grid_stride.glsl"
#endif
#if defined(PN_SEQUENTIAL) || defined(PN_FIRST_ADD) || defined(PN_MULTIPLE_ADDS) || defined(PN_RECURSIVE)
#include "lab/shaders/shared_tree.glsl"
#else
shared Value scratch[gl_WorkGroupSize.x];
#endif

#if defined(PN_INTERLEAVED_MODULO)

// Rung 1, the naive tree: with stride 1, 2, 4, ... every lane that is a multiple of two strides adds its neighbour.
// The lanes that work lie ever further apart, so every subgroup goes through every step, and % is slow.
void main()
{
    uint lane = gl_LocalInvocationID.x;
    scratch[lane] = elementOrZero(groupIndex() * gl_WorkGroupSize.x + lane);
    for (uint stride = 1u; stride < gl_WorkGroupSize.x; stride *= 2u)
    {
        barrier();
        if (lane % (2u * stride) == 0u)
            scratch[lane] = combine(scratch[lane], scratch[lane + stride]);
    }
    if (lane == 0u)
        storePartial(scratch[0]);
}

#elif defined(PN_INTERLEAVED_STRIDED)

// Rung 2: the same tree, but the lanes that work are neighbours, so that whole subgroups fall idle.
// Their words lie two strides apart: of 32 banks, the 32 lanes of a subgroup want the same two at stride 8.
void main()
{
    uint lane = gl_LocalInvocationID.x;
    scratch[lane] = elementOrZero(groupIndex() * gl_WorkGroupSize.x + lane);
    for (uint stride = 1u; stride < gl_WorkGroupSize.x; stride *= 2u)
    {
        barrier();
        uint at = 2u * stride * lane;
        if (at < gl_WorkGroupSize.x)
            scratch[at] = combine(scratch[at], scratch[at + stride]);
    }
    if (lane == 0u)
        storePartial(scratch[0]);
}

#elif defined(PN_SEQUENTIAL)

// Rung 3: the stride falls instead of rising, so that neighbouring lanes use neighbouring words.
// Half of the lanes do nothing but load.
void main()
{
    uint lane = gl_LocalInvocationID.x;
    Value value = reduceInShared(elementOrZero(groupIndex() * gl_WorkGroupSize.x + lane));
    if (lane == 0u)
        storePartial(value);
}

#elif defined(PN_FIRST_ADD)

// Rung 4: each lane loads two elements and adds them on the way to shared memory. Half as many groups do the work.
void main()
{
    uint lane = gl_LocalInvocationID.x;
    uint first = groupIndex() * 2u * gl_WorkGroupSize.x + lane;
    Value value = reduceInShared(combine(elementOrZero(first), elementOrZero(first + gl_WorkGroupSize.x)));
    if (lane == 0u)
        storePartial(value);
}

#elif defined(PN_LAST_SUBGROUP)

// Rung 5: once a single subgroup is left, only it has to wait for itself. Its lanes need not run in lock step, so a
// barrier of the subgroup stays between two steps: without it the sum is wrong on some devices (samples/lab/README.md).

void addUpper(uint lane, uint stride)
{
    if (lane < stride)
        scratch[lane] = combine(scratch[lane], scratch[lane + stride]);
}

void main()
{
    uint lane = orderedLane();
    uint first = groupIndex() * 2u * gl_WorkGroupSize.x + lane;
    scratch[lane] = combine(elementOrZero(first), elementOrZero(first + gl_WorkGroupSize.x));
    barrier();

    uint stride = gl_WorkGroupSize.x / 2u;
    for (; stride > subgroupLanes(); stride /= 2u)
    {
        addUpper(lane, stride);
        barrier();
    }
    for (; stride > 0u; stride /= 2u) // what is written from here on is read by the first subgroup alone
    {
        addUpper(lane, stride);
        subgroupBarrier();
    }
    if (lane == 0u)
        storePartial(scratch[0]);
}

#elif defined(PN_UNROLLED)

// Rung 6: every step written out. The group's size is a specialization constant, so steps that it does not have fall
// away and every stride is a number. What waits is as in rung 5.
#define PN_STEP(stride) \
    if (gl_WorkGroupSize.x > stride) \
    { \
        if (lane < stride) \
            scratch[lane] = combine(scratch[lane], scratch[lane + stride]); \
        if (stride > width) \
            barrier(); \
        else \
            subgroupBarrier(); \
    }

void main()
{
    uint lane = orderedLane(), width = subgroupLanes();
    uint first = groupIndex() * 2u * gl_WorkGroupSize.x + lane;
    scratch[lane] = combine(elementOrZero(first), elementOrZero(first + gl_WorkGroupSize.x));
    barrier();
    PN_STEP(512u) PN_STEP(256u) PN_STEP(128u) PN_STEP(64u) PN_STEP(32u)
    PN_STEP(16u) PN_STEP(8u) PN_STEP(4u) PN_STEP(2u) PN_STEP(1u)
    if (lane == 0u)
        storePartial(scratch[0]);
}

#elif defined(PN_MULTIPLE_ADDS)

// Rung 7: as many groups as keep the device busy, and no more; each lane adds elements all over the vector before the
// tree, which is then the same small cost for any number of elements.
void main()
{
    Value value = reduceInShared(reduceGridStride());
    if (gl_LocalInvocationID.x == 0u)
        storePartial(value);
}

#elif defined(PN_RECURSIVE)

// Rung 9: the rungs before and after it are run again on their partials, too; here that is all there is to it. A lane adds
// a few elements, one group apart, before the tree, so each pass leaves one partial for thousands of elements: no
// atomics, nothing to clear, and hardly a pass more than where the number of groups is fixed.
void main()
{
    uint first = groupIndex() * kLabRecursiveElements * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    Value value = elementOrZero(first);
    for (uint k = 1u; k < kLabRecursiveElements; ++k)
        value = combine(value, elementOrZero(first + k * gl_WorkGroupSize.x));
    value = reduceInShared(value);
    if (gl_LocalInvocationID.x == 0u)
        storePartial(value);
}

#endif
