// What every segmented kernel begins with.
#include "lab/shaders/lab_segmented.h"
#include "lab/shaders/operators.glsl"

layout(local_size_x = kLabLanes) in;

layout(push_constant) uniform Params { LabSegmentedParams params; };
#include "lab/shaders/elements.glsl"
layout(set = 0, binding = kLabSegmentOffsets) readonly buffer Offsets { uint offsets[]; };
layout(set = 0, binding = kLabSegmentTiles) buffer Tiles { uint tiles[]; };

// Words between two tables of the tiles' buffer.
uint tableWords()
{
    return (params.tileCount + 3u) / 4u * 4u;
}
