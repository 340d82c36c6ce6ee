// The bound of compaction: reads and counts as rung 4 does, and moves nothing. Each tile leaves how many elements it keeps.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require

#include "lab/shaders/compact.glsl"
#include "lab/shaders/subgroup_lanes.glsl"

layout(set = 0, binding = kLabScanInput) readonly buffer Elements4 { uvec4 elements4[]; };

#include "lab/shaders/compact_stream.glsl"

void main()
{
    uint index = groupIndex();
    uint kept = sumParts(countPart(index)).total;
    if (orderedLane() == 0u && index < params.tileCount)
        results[index] = kept;
}
