// The last step of rungs 1 to 3: each tile comes after the sums of all tiles before it, which have been scanned.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/scan.glsl"

layout(constant_id = kLabSpecTileElements) const uint kTileElements = kLabTile;

void main()
{
    uint i = groupIndex() * kLabLanes + gl_LocalInvocationID.x;
    if (4u * i + 4u <= params.count)
        results4[i] = combine(uvec4(sums[4u * i / kTileElements]), results4[i]);
    else
        for (uint k = 4u * i; k < params.count; ++k)
            results[k] = combine(sums[k / kTileElements], results[k]);
}
