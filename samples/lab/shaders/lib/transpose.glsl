// What the transposes of 32 x 32 tiles begin with. A group has 32 x 8 lanes; a lane moves four words.
#include "lab/shaders/lab.h"
#include "lab/shaders/lib/group_index.glsl"

layout(local_size_x = kLabTransposeSide, local_size_y = kLabTransposeRows) in;

layout(push_constant) uniform Params { LabTransposeParams params; };
layout(set = 0, binding = kLabElements) readonly buffer Elements { uint elements[]; };
layout(set = 0, binding = kLabResults) writeonly buffer Results { uint results[]; };

// Column and row of the tile's first element; beyond the matrix for surplus groups of the grid.
uvec2 firstOfTile()
{
    uint tilesAcross = (params.columns + kLabTransposeSide - 1u) / kLabTransposeSide;
    return kLabTransposeSide * uvec2(groupIndex() % tilesAcross, groupIndex() / tilesAcross);
}
