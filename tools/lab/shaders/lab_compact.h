// What the compaction kernels and their host agree on. They keep the elements that are at least a threshold, in order.
#ifndef PN_SHARED_LAB_COMPACT_H
#define PN_SHARED_LAB_COMPACT_H

#include "lab/shaders/lab_scan.h"

PN_SHARED_BEGIN

// Descriptor set 0; elements and results are those of lab_scan.h
PN_SHARED_CONST uint kLabCompactCount = 2u;     // one word: how many elements were kept
PN_SHARED_CONST uint kLabCompactPositions = 3u; // flags or counts, then what their scan makes of them

// Push constants
struct LabCompactParams
{
    uint count;
    uint tileCount;
    uint threshold;
};
PN_SHARED_SIZE(LabCompactParams, 12)

PN_SHARED_END

#endif
