// What every segmented kernel begins with: its buffers, and how it reads and writes elements.
#include "lab/shaders/lab_segmented.h"
#include "lab/shaders/operators.glsl"

layout(local_size_x = kLabLanes) in;

layout(push_constant) uniform Params { LabSegmentedParams params; };
layout(set = 0, binding = kLabScanInput) readonly buffer Elements { uint elements[]; };
layout(set = 0, binding = kLabScanInput) readonly buffer Elements4 { uvec4 elements4[]; };
layout(set = 0, binding = kLabScanOutput) buffer Results { uint results[]; };
layout(set = 0, binding = kLabScanOutput) buffer Results4 { uvec4 results4[]; };
layout(set = 0, binding = kLabSegmentOffsets) readonly buffer Offsets { uint offsets[]; };
layout(set = 0, binding = kLabSegmentOffsets) readonly buffer Heads { uint heads[]; };
layout(set = 0, binding = kLabSegmentTiles) buffer Tiles { uint tiles[]; };

uint groupIndex()
{
    return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}

uint elementOrIdentity(uint i)
{
    return i < params.count ? elements[i] : kIdentity;
}

void storeResult(uint i, uint value)
{
    if (i < params.count)
        results[i] = value;
}

// Words between two tables of the tiles' buffer.
uint tableWords()
{
    return (params.tileCount + 3u) / 4u * 4u;
}
