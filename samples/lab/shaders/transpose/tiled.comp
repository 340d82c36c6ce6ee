// Transpose, rung 2: a tile goes through shared memory, so reads and writes are both coalesced. But the words of a column of the
// tile lie 32 words apart, in one bank of shared memory, and are read one after the other.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/lib/transpose.glsl"

const uint kPadding = 0u;

#include "lab/shaders/lib/transpose_tile.glsl"

void main()
{
    moveTile(firstOfTile(), gl_LocalInvocationID.xy);
}
