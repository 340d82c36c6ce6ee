// Rung 11: the built-in reduction of a subgroup (lib/reduce_subgroup.glsl) replaces the shuffles. It is the simplest fast
// kernel. The order of a float sum is the driver's.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require

#include "lab/shaders/lib/reduction.glsl"
#include "lab/shaders/lib/grid_stride.glsl"
#include "lab/shaders/lib/subgroups.glsl"
#include "lab/shaders/lib/reduce_subgroup.glsl"
#include "lab/shaders/lib/subgroup_stages.glsl"

void main()
{
    Value value = reduceGroup(reduceShare());
    if (orderedLane() == 0u)
        storePartial(value);
}
