// What the compaction kernels and their host agree on. They keep the elements that are at least a threshold, in order.
#ifndef PN_SHARED_LAB_COMPACT_H
#define PN_SHARED_LAB_COMPACT_H

#include "lab/shaders/lab_scan.h"

PN_SHARED_BEGIN

// Descriptor set 0; elements and results are those of lab_scan.h
PN_SHARED_CONST uint kLabCompactCount = 2u;     // one word: how many elements were kept
PN_SHARED_CONST uint kLabCompactPositions = 3u; // flags or counts, then what their scan makes of them

// compact_pack has so many chunks per group, and at most so many in all: one tile of the scan holds their counts and
// the end.
PN_SHARED_CONST uint kLabGroupChunks = 8u;
PN_SHARED_CONST uint kLabMostPackedChunks = 4088u;

// compact_chained and compact_bound have tiles of so many elements, of which shared memory holds so many that are kept.
PN_SHARED_CONST uint kLabStreamTile = 32768u;
PN_SHARED_CONST uint kLabStreamKept = 2048u;

// Push constants
struct LabCompactParams
{
    uint count;
    uint tileCount;
    uint threshold;
    uint chunkElements; // of compact_pack, a multiple of kLabTile; 0 for other kernels
};
PN_SHARED_SIZE(LabCompactParams, 16)

PN_SHARED_END

#endif
