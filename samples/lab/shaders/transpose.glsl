// What every transpose kernel begins with: its buffers, and the tile of its group.
#include "lab/shaders/lab_transpose.h"

layout(local_size_x = kLabTransposeSide, local_size_y = kLabTransposeRows) in;

layout(push_constant) uniform Params { LabTransposeParams params; };
layout(set = 0, binding = kLabTransposeInput) readonly buffer Elements { uint elements[]; };
layout(set = 0, binding = kLabTransposeOutput) writeonly buffer Results { uint results[]; };

// Column and row of the tile's first element; beyond the matrix for surplus groups of the grid.
uvec2 firstOfTile()
{
    uint tilesAcross = (params.columns + kLabTransposeSide - 1u) / kLabTransposeSide;
    uint tile = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    return kLabTransposeSide * uvec2(tile % tilesAcross, tile / tilesAcross);
}
