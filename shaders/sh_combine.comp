// Adds up to kCombinePartials partials of a large face to one. This middle pass of the projection runs until few
// enough partials are left for sh_finalize.comp. Each workgroup makes one partial. CPU twin:
// plugin/core/kernel/sh_combine.cpp.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "shared/sh_combine.h"

layout(local_size_x = 64, local_size_x_id = kSpecGroupSize) in;

layout(push_constant) uniform Params { ShCombineParams params; };
layout(set = 0, binding = kCombineInput) readonly buffer Partials { float partials[]; };
layout(set = 0, binding = kCombineOutput) writeonly buffer Sums { float sums[]; };

#include "lib/partials.glsl"

void main()
{
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    if (group >= params.outputCount)
        return;
    uint first = group * params.inputsPerOutput * params.floatsPerPartial;
    for (uint i = gl_LocalInvocationID.x; i < params.floatsPerPartial; i += gl_WorkGroupSize.x)
        sums[group * params.floatsPerPartial + i] =
            pairwiseSum(first + i, params.floatsPerPartial, params.inputsPerOutput);
}
