// What several kernels and their host agree on.
#ifndef PN_SHARED_KERNEL_H
#define PN_SHARED_KERNEL_H

#include "lang.h"

PN_SHARED_BEGIN

PN_SHARED_CONST uint kCubeFaces = 6u;
PN_SHARED_CONST uint kByteValues = 256u; // entries of the table that turns a byte into its value

// Specialization constants. A kernel's own ones, in its own header, have other numbers than those of these that it
// uses.
PN_SHARED_CONST uint kSpecGroupSize = 0u;
PN_SHARED_CONST uint kSpecBands = 1u;  // the projection's three kernels
PN_SHARED_CONST uint kSpecClamps = 2u; // sh_project, normalize; 1: maximumBits is in force
PN_SHARED_CONST uint kSpecExactHalves =
    3u; // sh_project, normalize; 1: the device converts denormal half floats exactly

PN_SHARED_END

#endif
