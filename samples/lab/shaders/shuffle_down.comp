// Rung 10: lanes of a subgroup read each other's registers; shared memory holds one value a subgroup.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require

#include "lab/shaders/reduction.glsl"
#include "lab/shaders/grid_stride.glsl"
#include "lab/shaders/subgroup_lanes.glsl"

// The first lane gets the result. What others take from beyond the last lane is undefined, and never reaches it.
Value reduceSubgroup(Value value)
{
    for (uint offset = subgroupLanes() / 2u; offset > 0u; offset /= 2u)
        value = combine(value, subgroupShuffleDown(value, offset));
    return value;
}

#include "lab/shaders/subgroup_stages.glsl"

void main()
{
    Value value = reduceGroup(reduceGridStride());
    if (orderedLane() == 0u)
        storePartial(value);
}
