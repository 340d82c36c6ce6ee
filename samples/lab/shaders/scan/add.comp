// The last pass of rungs 1 to 3: adds to each element the sum of all tiles before its own, from the exclusive scan of the sums.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/lib/scan.glsl"

layout(constant_id = kLabSpecTile) const uint kTile = 256u; // elements

void main()
{
    uint i = groupIndex() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (4u * i + 4u <= params.count)
        results4[i] = combine(uvec4(sums[4u * i / kTile]), results4[i]);
    else
        for (uint k = 4u * i; k < params.count; ++k)
            results[k] = combine(sums[k / kTile], results[k]);
}
