// What the kernels of the reduction lab and their host agree on.
#ifndef PN_SHARED_LAB_REDUCE_H
#define PN_SHARED_LAB_REDUCE_H

#include "shared/lang.h"

PN_SHARED_BEGIN

// Operators. Values are carried as bits; up to kLabProductFloat they are floats.
PN_SHARED_CONST uint kLabSumFloat = 0u;
PN_SHARED_CONST uint kLabMinFloat = 1u;
PN_SHARED_CONST uint kLabMaxFloat = 2u;
PN_SHARED_CONST uint kLabProductFloat = 3u;
PN_SHARED_CONST uint kLabSumUint = 4u;
PN_SHARED_CONST uint kLabMinUint = 5u;
PN_SHARED_CONST uint kLabMaxUint = 6u;
PN_SHARED_CONST uint kLabAnd = 7u;
PN_SHARED_CONST uint kLabOr = 8u;
PN_SHARED_CONST uint kLabXor = 9u;
PN_SHARED_CONST uint kLabSumUint64 = 10u; // of pairs of words, by kernels made with PN_PAIRS; no case of an operator

// Descriptor set 0
PN_SHARED_CONST uint kLabBindingElements = 0u;
PN_SHARED_CONST uint kLabBindingPartials = 1u; // the result is the first one
PN_SHARED_CONST uint kLabBindingTickets = 2u;  // one counter, zero between dispatches

// Specialization constants
PN_SHARED_CONST uint kLabSpecGroupSize = 0u;
PN_SHARED_CONST uint kLabSpecOperator = 1u;
PN_SHARED_CONST uint kLabSpecIdentity = 2u; // bits of the value that the operator leaves as it is

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
