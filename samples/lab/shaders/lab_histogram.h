// What the histogram kernels and their host agree on.
#ifndef PN_SHARED_LAB_HISTOGRAM_H
#define PN_SHARED_LAB_HISTOGRAM_H

#include "shared/lang.h"

PN_SHARED_BEGIN

// RGBA16F texels are counted by the logarithm of their luminance. The scale has 64 octaves from 2^-32 on. A bin is a
// range of the float's bits, so no logarithm is computed.
PN_SHARED_CONST uint kLabScaleOctaveBits = 6u;
PN_SHARED_CONST uint kLabScaleFirstBits = 0x2f800000u; // the bits of 2^-32

// Descriptor set 0
PN_SHARED_CONST uint kLabHistogramInput = 0u; // whole vectors of 16 bytes
PN_SHARED_CONST uint kLabHistogramBins = 1u;  // zero before the first dispatch

// Specialization constants
PN_SHARED_CONST uint kLabSpecHistogramGroupSize = 0u;
PN_SHARED_CONST uint kLabSpecBinBits = 1u;    // log2 of the number of bins: 8 to 16
PN_SHARED_CONST uint kLabSpecSharedBins = 2u; // bins that a group counts by itself in one dispatch
PN_SHARED_CONST uint kLabSpecCopies = 3u;     // of these bins per group, a power of two

// Push constants
struct LabHistogramParams
{
    uint count;    // texels
    uint firstBin; // of this dispatch
};
PN_SHARED_SIZE(LabHistogramParams, 8)

PN_SHARED_END

#endif
