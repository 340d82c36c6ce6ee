// Rung 10: rung 7 with shuffles. Lanes of a subgroup read each other's registers. Shared memory holds one value per subgroup
// instead of one per lane, and there are two barriers per stage instead of one per step. One stage is enough where a group has no more
// subgroups than a subgroup has lanes (lib/subgroup_stages.glsl).
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require

#include "lab/shaders/lib/reduction.glsl"
#include "lab/shaders/lib/grid_stride.glsl"
#include "lab/shaders/lib/subgroups.glsl"

// The first lane gets the result. What others take from beyond the last lane is undefined, and never reaches it.
Value reduceSubgroup(Value value)
{
    for (uint offset = subgroupLanes() / 2u; offset > 0u; offset /= 2u)
        value = combine(value, subgroupShuffleDown(value, offset));
    return value;
}

#include "lab/shaders/lib/subgroup_stages.glsl"

void main()
{
    Value value = reduceGroup(reduceShare());
    if (orderedLane() == 0u)
        storePartial(value);
}
