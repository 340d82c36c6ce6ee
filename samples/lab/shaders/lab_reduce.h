// What the kernels of the reduction lab and their host agree on.
#ifndef PN_SHARED_LAB_REDUCE_H
#define PN_SHARED_LAB_REDUCE_H

#include "shared/lang.h"

PN_SHARED_BEGIN

// Sums. Values are carried as bits, and 0 is that of nothing.
PN_SHARED_CONST uint kLabSumFloat = 0u;
PN_SHARED_CONST uint kLabSumUint = 1u;
PN_SHARED_CONST uint kLabSumUint64 = 2u; // of pairs of words, by kernels made with PN_PAIRS

// Descriptor set 0
PN_SHARED_CONST uint kLabBindingElements = 0u;
PN_SHARED_CONST uint kLabBindingPartials = 1u; // the result is the first one
PN_SHARED_CONST uint kLabBindingTickets = 2u;  // one counter, zero between dispatches

// Specialization constants
PN_SHARED_CONST uint kLabSpecGroupSize = 0u;
PN_SHARED_CONST uint kLabSpecOperator = 1u;

// Push constants
struct LabReduceParams
{
    uint count;      // elements
    uint groupCount; // workgroups that store a partial; a grid of two sides may have some more
};
PN_SHARED_SIZE(LabReduceParams, 8)

PN_SHARED_CONST uint kLabButterflyElements = 16u; // of one lane
PN_SHARED_CONST uint kLabRecursiveElements = 8u;  // likewise, of the recursive kernel
PN_SHARED_CONST uint kLabLeastSubgroup = 4u;      // lanes, for the butterfly's trades; no known device has fewer

PN_SHARED_END

#endif
