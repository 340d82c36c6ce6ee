// What the transpose kernels and their host agree on.
#ifndef PN_SHARED_LAB_TRANSPOSE_H
#define PN_SHARED_LAB_TRANSPOSE_H

#include "shared/lang.h"

PN_SHARED_BEGIN

PN_SHARED_CONST uint kLabTransposeSide = 32u; // of a tile, in words
PN_SHARED_CONST uint kLabTransposeRows = 8u;  // of lanes; each lane moves 4 words of a tile

// transpose_blocks has tiles of this side, in words; 32 lanes turn so many blocks of 4 x 4 words side by side
PN_SHARED_CONST uint kLabBlocksSide = 128u;
PN_SHARED_CONST uint kLabBlocksAcross = 8u;
PN_SHARED_CONST uint kLabBlocksDown = 4u;

// Descriptor set 0
PN_SHARED_CONST uint kLabTransposeInput = 0u;
PN_SHARED_CONST uint kLabTransposeOutput = 1u;

// Specialization constants
PN_SHARED_CONST uint kLabSpecPadding = 0u;    // words after each row of the tile in shared memory
PN_SHARED_CONST uint kLabSpecBlockLanes = 0u; // of transpose_blocks: a group's lanes, a multiple of 32
PN_SHARED_CONST uint kLabSpecBound = 1u;      // 1: blocks of whole tiles stay at their place in the tile

// Push constants
struct LabTransposeParams
{
    uint rows; // of the input, which lies row by row
    uint columns;
};
PN_SHARED_SIZE(LabTransposeParams, 8)

PN_SHARED_END

#endif
