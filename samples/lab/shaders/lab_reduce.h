// What the kernels of the ladder and their host agree on.
#ifndef PN_SHARED_LAB_REDUCE_H
#define PN_SHARED_LAB_REDUCE_H

#include "shared/lang.h"

PN_SHARED_BEGIN

// Descriptor set 0
PN_SHARED_CONST uint kLabBindingElements = 0u;
PN_SHARED_CONST uint kLabBindingPartials = 1u; // the result is the first one
PN_SHARED_CONST uint kLabBindingTickets = 2u;  // one counter, zero between dispatches

PN_SHARED_CONST uint kLabSpecGroupSize = 0u; // specialization constant

// Push constants
struct LabReduceParams
{
    uint count;      // elements
    uint groupCount; // workgroups that store a partial; a grid of two sides may have some more
};
PN_SHARED_SIZE(LabReduceParams, 8)

PN_SHARED_END

#endif
