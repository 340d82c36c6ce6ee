// What the transpose kernels and their host agree on.
#ifndef PN_SHARED_LAB_TRANSPOSE_H
#define PN_SHARED_LAB_TRANSPOSE_H

#include "shared/lang.h"

PN_SHARED_BEGIN

PN_SHARED_CONST uint kLabTransposeSide = 32u; // of a tile, in words
PN_SHARED_CONST uint kLabTransposeRows = 8u;  // of lanes; each lane moves 4 words of a tile

// Descriptor set 0
PN_SHARED_CONST uint kLabTransposeInput = 0u;
PN_SHARED_CONST uint kLabTransposeOutput = 1u;

// Specialization constants
PN_SHARED_CONST uint kLabSpecPadding = 0u; // words after each row of the tile in shared memory

// Push constants
struct LabTransposeParams
{
    uint rows; // of the input, which lies row by row
    uint columns;
};
PN_SHARED_SIZE(LabTransposeParams, 8)

PN_SHARED_END

#endif
