// All rungs of the ladder but the last. Each is compiled with a define of its name.
#version 450
#extension GL_GOOGLE_include_directive : require
#ifdef PN_SUBGROUP_ADD
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#endif

#include "lab/shaders/reduction.glsl"

#ifdef PN_SUBGROUP_ADD
#include "lab/shaders/subgroup_sum.glsl"
#else
shared float scratch[gl_WorkGroupSize.x];

uint orderedLane()
{
    return gl_LocalInvocationID.x;
}
#endif

#if defined(PN_INTERLEAVED)

// Rung 1, the naive tree: with stride 1, 2, 4, ... every lane that is a multiple of two strides adds its neighbour.
// The lanes that work lie ever further apart, so every subgroup goes through every step, and % is slow.
float sumGroup(float value)
{
    uint lane = gl_LocalInvocationID.x;
    scratch[lane] = value;
    for (uint stride = 1u; stride < gl_WorkGroupSize.x; stride *= 2u)
    {
        barrier();
        if (lane % (2u * stride) == 0u)
            scratch[lane] += scratch[lane + stride];
    }
    return scratch[lane];
}

#elif !defined(PN_SUBGROUP_ADD)

// From rung 2 on the stride falls: neighbouring lanes use neighbouring words, so there are no bank conflicts, and whole
// subgroups fall idle at once.
float sumGroup(float value)
{
    uint lane = gl_LocalInvocationID.x;
    scratch[lane] = value;
    for (uint stride = gl_WorkGroupSize.x / 2u; stride > 0u; stride /= 2u)
    {
        barrier();
        if (lane < stride)
            scratch[lane] += scratch[lane + stride];
    }
    return scratch[lane];
}

#endif

#if defined(PN_INTERLEAVED) || defined(PN_SEQUENTIAL)

// Half of the lanes do nothing but load.
float sumOfLane()
{
    return elementOrZero(groupIndex() * gl_WorkGroupSize.x + gl_LocalInvocationID.x);
}

#elif defined(PN_FIRST_ADD)

// Rung 3: each lane loads two elements and adds them on the way to shared memory. Half as many groups do the work.
float sumOfLane()
{
    uint first = groupIndex() * 2u * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    return elementOrZero(first) + elementOrZero(first + gl_WorkGroupSize.x);
}

#else

// Rungs 4 and 5: as many groups as keep the device busy, and no more. A lane adds every element that is a multiple of
// the grid's lanes away from its first, so the group's part is the same small cost for any number of elements.
float sumOfLane()
{
    float value = 0.0;
    uint lanes = gl_NumWorkGroups.x * gl_WorkGroupSize.x;
    for (uint i = gl_GlobalInvocationID.x; i < params.count; i += lanes)
        value += elements[i];
    return value;
}

#endif

void main()
{
    float value = sumGroup(sumOfLane());
    if (orderedLane() == 0u)
        storePartial(value);
}
