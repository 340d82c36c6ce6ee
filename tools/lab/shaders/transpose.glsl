// What every transpose kernel begins with: its buffers, and the tile of its group.
#include "lab/shaders/lab_transpose.h"

#ifdef PN_WIDE
const uint kSide = kLabTransposeWideSide;
#else
const uint kSide = kLabTransposeSide;
#endif
const uint kRows = 256u / kSide; // of lanes

layout(local_size_x = kSide, local_size_y = kRows) in;

layout(push_constant) uniform Params { LabTransposeParams params; };
layout(set = 0, binding = kLabTransposeInput) readonly buffer Elements { uint elements[]; };
layout(set = 0, binding = kLabTransposeOutput) writeonly buffer Results { uint results[]; };

// Column and row of the tile's first element; beyond the matrix for surplus groups of the grid.
uvec2 firstOfTile()
{
    uint tilesAcross = (params.columns + kSide - 1u) / kSide;
    uint tile = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    return kSide * uvec2(tile % tilesAcross, tile / tilesAcross);
}
