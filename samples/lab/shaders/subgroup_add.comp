// Rung 11: the built-in reduction of a subgroup. The simplest fast kernel; the order of a sum is the driver's.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require

#include "lab/shaders/reduction.glsl"
#include "lab/shaders/grid_stride.glsl"
#include "lab/shaders/subgroup_lanes.glsl"
#include "lab/shaders/subgroup_builtin.glsl"
#include "lab/shaders/subgroup_stages.glsl"

void main()
{
    Value value = reduceGroup(reduceGridStride());
    if (orderedLane() == 0u)
        storePartial(value);
}
