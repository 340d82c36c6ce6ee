// What sh_finalize.comp, the end of sh_project.comp for small cubemaps, and their host agree on.
#ifndef PN_SHARED_SH_FINALIZE_H
#define PN_SHARED_SH_FINALIZE_H

#include "kernel.h"

PN_SHARED_BEGIN

// A moment or coefficient below this magnitude becomes +0, so that no device meets a denormal; docs/math.md, section 6.
PN_SHARED_CONST uint kTinyMomentBits = 0x12800000u; // 2^-90

// Room for the plan: the terms of a cubemap's 25 coefficients, and the first term of each, with the end.
PN_SHARED_CONST uint kMaxFinishTerms = 230u;
PN_SHARED_CONST uint kMaxFinishFirstTerms = 26u;
PN_SHARED_CONST uint kMaxFinalizeMoments = 768u; // floats that a workgroup has room for

// Descriptor set 0
PN_SHARED_CONST uint kFinalizeInput = 0u; // partials
PN_SHARED_CONST uint kFinalizeTerms = 1u;
PN_SHARED_CONST uint kFinalizeOutput = 2u; // coefficients

// Specialization constants beside kSpecGroupSize and kSpecBands. The kernel does so little that code for any size would
// cost more than its work.
PN_SHARED_CONST uint kSpecPartials = 2u; // per face; a power of two, at most kCombinePartials
PN_SHARED_CONST uint kSpecFaces = 3u;    // per probe

// Push constants. Offsets are in words of 4 bytes, but for termOffset.
struct ShFinalizeParams
{
    uint probeCount;
    uint probesPerGroup;
    uint termOffset;      // in pairs of moment and factor
    uint firstTermOffset; // the first term of each coefficient, and the end
    uint termCount;
    uint scaleBits; // the last factor
};
PN_SHARED_SIZE(ShFinalizeParams, 24)

PN_SHARED_END

#endif
