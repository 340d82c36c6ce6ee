// Transpose, rung 3: one unused word after each row of the tile, and the words of a column lie in 32 banks.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/lib/transpose.glsl"

const uint kPadding = 1u;

#include "lab/shaders/lib/transpose_tile.glsl"

void main()
{
    moveTile(firstOfTile(), gl_LocalInvocationID.xy);
}
