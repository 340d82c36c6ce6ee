// What the histogram kernels and their host agree on.
#ifndef PN_SHARED_LAB_HISTOGRAM_H
#define PN_SHARED_LAB_HISTOGRAM_H

#include "shared/lang.h"

PN_SHARED_BEGIN

// What is counted.
PN_SHARED_CONST uint kLabSourceWords = 0u;     // words of 32 bits, by their highest bits
PN_SHARED_CONST uint kLabSourceLuminance = 1u; // RGBA16F texels, by the logarithm of their luminance

// The logarithmic scale: 64 octaves from 2^-32 on. A bin is a range of the float's bits, so no logarithm is computed.
PN_SHARED_CONST uint kLabScaleOctaveBits = 6u;
PN_SHARED_CONST uint kLabScaleFirstBits = 0x2f800000u; // the bits of 2^-32

// Descriptor set 0
PN_SHARED_CONST uint kLabHistogramInput = 0u; // whole vectors of 16 bytes
PN_SHARED_CONST uint kLabHistogramBins = 1u;  // zero before the first dispatch

// Specialization constants
PN_SHARED_CONST uint kLabSpecHistogramGroupSize = 0u;
PN_SHARED_CONST uint kLabSpecSource = 1u;
PN_SHARED_CONST uint kLabSpecBinBits = 2u;    // log2 of the number of bins: 8 to 16
PN_SHARED_CONST uint kLabSpecSharedBins = 3u; // bins that a group counts by itself in one dispatch
PN_SHARED_CONST uint kLabSpecCopies = 4u;     // of these bins per group, a power of two

// Push constants
struct LabHistogramParams
{
    uint count;    // words, or texels
    uint firstBin; // of this dispatch
};
PN_SHARED_SIZE(LabHistogramParams, 8)

PN_SHARED_END

#endif
