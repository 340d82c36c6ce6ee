// Reduction, rungs 10 and 11: lanes of a subgroup combine what they hold in registers; shared memory holds one value per
// subgroup.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#if defined(PN_SHUFFLE_DOWN)
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#else
#extension GL_KHR_shader_subgroup_arithmetic : require
#endif

#include "lab/shaders/reduction.glsl"
#include "lab/shaders/grid_stride.glsl"
#include "lab/shaders/subgroup_lanes.glsl"

#if defined(PN_SHUFFLE_DOWN)

// Rung 10. The first lane gets the result. What others take from beyond the last lane is undefined, and never reaches it.
Value reduceSubgroup(Value value)
{
    for (uint offset = subgroupLanes() / 2u; offset > 0u; offset /= 2u)
        value = combine(value, subgroupShuffleDown(value, offset));
    return value;
}

#else // rung 11: the simplest fast kernel; the order of a sum is the driver's

#include "lab/shaders/subgroup_builtin.glsl"

#endif

#include "lab/shaders/subgroup_stages.glsl"

void main()
{
    Value value = reduceGroup(reduceGridStride());
    if (orderedLane() == 0u)
        storePartial(value);
}
