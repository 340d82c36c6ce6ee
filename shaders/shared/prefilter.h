// What the kernels of prefiltering and their host agree on.
#ifndef PN_SHARED_PREFILTER_H
#define PN_SHARED_PREFILTER_H

#include "kernel.h"

PN_SHARED_BEGIN

PN_SHARED_CONST float kLeastNodeLight = 8.673617379884035e-19f;    // 2^-60: less light at a node is none
PN_SHARED_CONST float kLeastSpreadWeight = 9.313225746154785e-10f; // 2^-30: a smaller weight of the spread is 0
PN_SHARED_CONST float kLeastNodeWeight = 9.094947017729282e-13f;   // 2^-40: a smaller weight of a node is 0

PN_SHARED_END

#endif
