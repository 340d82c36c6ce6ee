// Transpose, rung 1: each lane moves its words straight to their places. Reads of a row are coalesced; writes go down a column,
// so each touches another line of the cache.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/lib/transpose.glsl"

void main()
{
    uvec2 at = firstOfTile() + gl_LocalInvocationID.xy;
    for (uint k = 0u; k < kLabTransposeSide; k += kLabTransposeRows)
        if (at.x < params.columns && at.y + k < params.rows)
            results[at.x * params.rows + at.y + k] = elements[(at.y + k) * params.columns + at.x];
}
