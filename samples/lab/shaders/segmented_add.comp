// Segmented scan, last pass: elements before the first head of their tile come after what the tiles before it come to.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/segmented.glsl"

void main()
{
    uint tile = groupIndex();
    if (tile == 0u || tile >= params.tileCount)
        return;
    uint begin = tile * kLabTile, end = min(begin + tiles[tableWords() + tile], params.count);
    for (uint i = begin + gl_LocalInvocationID.x; i < end; i += kLabLanes)
        results[i] = combine(tiles[tile - 1u], results[i]);
}
