// What the lab's kernels and their host agree on.
#ifndef PN_SHARED_LAB_H
#define PN_SHARED_LAB_H

#include "shared/lang.h"

PN_SHARED_BEGIN

// Types of elements. A 64-bit integer is a pair of words, the lower one first, for kernels made with PN_PAIRS.
PN_SHARED_CONST uint kLabFloat = 0u;
PN_SHARED_CONST uint kLabInt = 1u;
PN_SHARED_CONST uint kLabUint = 2u;
PN_SHARED_CONST uint kLabUint64 = 3u;

// Operators. Floats have the first four, pairs have the first.
PN_SHARED_CONST uint kLabSum = 0u;
PN_SHARED_CONST uint kLabProduct = 1u;
PN_SHARED_CONST uint kLabMin = 2u;
PN_SHARED_CONST uint kLabMax = 3u;
PN_SHARED_CONST uint kLabAnd = 4u;
PN_SHARED_CONST uint kLabOr = 5u;
PN_SHARED_CONST uint kLabXor = 6u;

// Specialization constants
PN_SHARED_CONST uint kLabSpecGroupSize = 0u; // lanes, a power of two, 16 to 1024
PN_SHARED_CONST uint kLabSpecType = 1u;
PN_SHARED_CONST uint kLabSpecOperator = 2u;
PN_SHARED_CONST uint kLabSpecTile = 3u;       // of scan/add.comp: elements of the tiles that it completes
PN_SHARED_CONST uint kLabSpecBinBits = 4u;    // of a histogram: log2 of the number of bins, 8 to 16
PN_SHARED_CONST uint kLabSpecSharedBins = 5u; // of a histogram: bins that a group counts in one dispatch
PN_SHARED_CONST uint kLabSpecCopies = 6u;     // of a histogram: copies of these bins per group, a power of two

// Descriptor set 0
PN_SHARED_CONST uint kLabElements = 0u; // a mask or flags follow the elements in the same buffer
PN_SHARED_CONST uint kLabResults = 1u;  // a reduction's result is the first one
PN_SHARED_CONST uint kLabThird = 2u;    // what this algorithm alone has
PN_SHARED_CONST uint kLabScratch = 3u;  // what a pass leaves for the next one

PN_SHARED_CONST uint kLabLeastSubgroup = 4u; // lanes; no known device has fewer

// Elements that one lane takes.
PN_SHARED_CONST uint kLabRecursiveElements = 8u;  // of the recursive reduction
PN_SHARED_CONST uint kLabButterflyElements = 16u; // of the butterfly
PN_SHARED_CONST uint kLabTileElements = 16u;      // of a tile of a scan or a compaction
PN_SHARED_CONST uint kLabChainElements = 32u;     // of a tile of the chained scan
PN_SHARED_CONST uint kLabOrderedElements = 64u; // the same where the order of operations counts, whose chain is slower

// Chunks of reduce-then-scan: enough groups to fill the largest GPU tried twice.
PN_SHARED_CONST uint kLabMostChunks = 2048u;

PN_SHARED_CONST uint kLabChainWords = 2u; // of the chain's state, per tile

// The chained compaction has tiles of so many elements. Shared memory holds so many that are kept.
PN_SHARED_CONST uint kLabStreamTile = 32768u;
PN_SHARED_CONST uint kLabStreamKept = 2048u;

PN_SHARED_CONST uint kLabGroupSegments = 64u; // of the segmented sums by subgroups

// RGBA16F texels are counted by the logarithm of their luminance. The scale has 64 octaves from 2^-32 on. A bin is a
// range of the float's bits, so no logarithm is computed.
PN_SHARED_CONST uint kLabScaleOctaveBits = 6u;
PN_SHARED_CONST uint kLabScaleFirstBits = 0x2f800000u; // the bits of 2^-32

PN_SHARED_CONST uint kLabTransposeSide = 32u; // of a tile, in words
PN_SHARED_CONST uint kLabTransposeRows = 8u;  // of lanes; each moves four words of a tile
PN_SHARED_CONST uint kLabBlocksSide = 128u;   // of a tile of the rung `blocks`

// Push constants
struct LabParams
{
    uint count;       // elements
    uint groupCount;  // of a reduction, groups that leave a partial; of all others, tiles. A grid may have some more
                      // groups
    uint first;       // the word where the mask or the flags begin; of a histogram, the first bin of this dispatch
    uint extra;       // tiles of a chunk; the threshold; segments; groups that counted
    uint isExclusive; // of a scan: an element is not in its own result
    uint patience;    // of a chain: polls before a group stops waiting
    uint isReversed;  // of a chain: tiles are taken from the last to the first, for a test
};
PN_SHARED_SIZE(LabParams, 28)

struct LabTransposeParams
{
    uint rows; // of the input, which lies row by row
    uint columns;
};
PN_SHARED_SIZE(LabTransposeParams, 8)

PN_SHARED_END

#endif
