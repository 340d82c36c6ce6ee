// Segmented sum, rung 4, first pass: for each tile, and for the end, the first offset beyond its first element.
#version 450
#extension GL_GOOGLE_include_directive : require

#include "lab/shaders/segmented.glsl"

void main()
{
    uint tile = groupIndex() * kLabLanes + gl_LocalInvocationID.x;
    if (tile > params.tileCount)
        return;
    uint low = 0u, high = params.segmentCount + 1u; // offsets before low are not beyond it, those from high on are
    while (low < high)
    {
        uint middle = (low + high) / 2u;
        if (offsets[middle] > tile * kLabTile)
            high = middle;
        else
            low = middle + 1u;
    }
    tiles[tableWords() + tile] = low;
}
