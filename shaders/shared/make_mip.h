// What make_mip.comp and its host agree on.
#ifndef PN_SHARED_MAKE_MIP_H
#define PN_SHARED_MAKE_MIP_H

#include "kernel.h"

PN_SHARED_BEGIN

// Descriptor set 0
PN_SHARED_CONST uint kMakeTexels = 0u; // of the mip before
PN_SHARED_CONST uint kMakeTables = 1u; // weights, and values of bytes
PN_SHARED_CONST uint kMakeOutput = 2u; // texels of the mip, float32 R G B A

// Push constants. Offsets are in words of the tables.
struct MakeMipParams
{
    uint sourceSize;
    uint size;             // of the mip: half of it, rounded down
    uint taps;             // texels of the source that a texel of the mip covers along a side: 2, or 3 of an odd size
    uint texelCount;       // of all faces of the mip
    uint tableOffset;      // kByteValues floats, for bytes
    uint alphaTableOffset; // the same for alpha, which is linear in all formats
    uint weightOffset;     // [tap][row][column] of the mip's quarter face
    uint zeroNegative;
    uint maximumBits;
};
PN_SHARED_SIZE(MakeMipParams, 36)

PN_SHARED_END

#endif
