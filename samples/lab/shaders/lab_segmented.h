// What the segmented kernels and their host agree on.
#ifndef PN_SHARED_LAB_SEGMENTED_H
#define PN_SHARED_LAB_SEGMENTED_H

#include "lab/shaders/lab_scan.h"

PN_SHARED_BEGIN

// Descriptor set 0; elements and results are those of lab_scan.h. There is one result per segment.
PN_SHARED_CONST uint kLabSegmentOffsets = 2u; // segment s is elements offsets[s] to offsets[s + 1] - 1

// segmented_subgroups has so many segments per group; so many lanes share one, whatever the size of a subgroup.
PN_SHARED_CONST uint kLabGroupSegments = 64u;
PN_SHARED_CONST uint kLabSegmentLanes = 32u;

// Push constants
struct LabSegmentedParams
{
    uint count; // elements
    uint segmentCount;
};
PN_SHARED_SIZE(LabSegmentedParams, 8)

PN_SHARED_END

#endif
