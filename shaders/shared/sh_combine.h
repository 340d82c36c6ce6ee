// What sh_combine.comp and its host agree on.
#ifndef PN_SHARED_SH_COMBINE_H
#define PN_SHARED_SH_COMBINE_H

#include "kernel.h"

PN_SHARED_BEGIN

PN_SHARED_CONST uint kCombinePartials = 32u; // that are added up into one, at most

// Descriptor set 0
PN_SHARED_CONST uint kCombineInput = 0u; // partials to read
PN_SHARED_CONST uint kCombineOutput = 2u;

// Push constants
struct ShCombineParams
{
    uint outputCount;     // partials to write, one per workgroup
    uint inputsPerOutput; // partials to add up; a power of two, at most kCombinePartials
    uint floatsPerPartial;
};
PN_SHARED_SIZE(ShCombineParams, 12)

PN_SHARED_END

#endif
