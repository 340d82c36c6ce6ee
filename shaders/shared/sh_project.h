// What sh_project.comp, sh_combine.comp, sh_finalize.comp and their host agree on.
#ifndef PN_SHARED_SH_PROJECT_H
#define PN_SHARED_SH_PROJECT_H

#include "lang.h"

PN_SHARED_BEGIN

PN_SHARED_CONST uint kByteValues = 256u;
PN_SHARED_CONST uint kUnusedFloats = 4u; // what arrays take that a variant has no use for
PN_SHARED_CONST uint kMaxScratchFloats = 4096u - kByteValues - kUnusedFloats; // every device has 16 KiB
PN_SHARED_CONST uint kCubeFaces = 6u;

// Magnitudes below these become +0, so that no device ever meets a denormal; docs/math.md, section 6.
PN_SHARED_CONST uint kTinyProductBits = 0x0c000000u; // 2^-103, a term of a column's moment
PN_SHARED_CONST uint kTinyMomentBits = 0x12800000u;  // 2^-90, a moment of a face, a coefficient before its scale

// What PN_FORMAT may be; the bytes of RGBA8 and of RGBA8_SRGB differ in their table only.
PN_SHARED_CONST uint kTexelRgba32f = 1u;
PN_SHARED_CONST uint kTexelRgb32f = 2u;
PN_SHARED_CONST uint kTexelRgba16f = 3u;
PN_SHARED_CONST uint kTexelRgb9e5 = 4u;
PN_SHARED_CONST uint kTexelR11g11b10f = 5u;
PN_SHARED_CONST uint kTexelRgba8 = 6u;

// Descriptor set 0
PN_SHARED_CONST uint kBindingTexels = 0u;   // sh_project: texels; the others: partials to read
PN_SHARED_CONST uint kBindingGeometry = 1u; // geometry, tables and terms
PN_SHARED_CONST uint kBindingOutput = 2u;   // partials or coefficients
PN_SHARED_CONST uint kBindingCounts = 3u;   // sh_project: kCountWords a probe

// Specialization constants
PN_SHARED_CONST uint kSpecGroupSize = 0u;
PN_SHARED_CONST uint kSpecBands = 1u;
PN_SHARED_CONST uint kSpecClamps = 2u;        // 1: maximumBits is in force
PN_SHARED_CONST uint kSpecExactHalves = 3u;   // 1: the device turns denormal halves into floats exactly
PN_SHARED_CONST uint kSpecScratchFloats = 4u; // at least 3 a lane; less of it lets more workgroups run at once
PN_SHARED_CONST uint kSpecEquirect = 5u;      // 1: an equirect map
PN_SHARED_CONST uint kSpecProbes = 6u;        // cubemaps that a workgroup takes whole and finishes; 0: none
// of sh_finalize, which has so little to do that code for other sizes would cost more than its work
PN_SHARED_CONST uint kSpecPartials = 2u; // of a face; a power of two, at most kCombinePartials
PN_SHARED_CONST uint kSpecFaces = 3u;    // of a probe

PN_SHARED_CONST uint kCountNonFinite = 0u;
PN_SHARED_CONST uint kCountNegative = 1u;
PN_SHARED_CONST uint kCountClamped = 2u;
PN_SHARED_CONST uint kCountFirstBad = 3u; // ~index of the first non-finite texel, face by face; 0 for none
PN_SHARED_CONST uint kCountWords = 4u;

// Push constants of sh_project. Offsets into buffers are in words of 4 bytes where nothing else is said, and may wrap.
struct ShProjectParams
{
    uint columns; // of the quarter face
    uint rows;
    uint segmentsLog2;
    uint laneColumnsLog2; // lanes of one segment
    uint groupLanesLog2;  // lanes of one item in a workgroup
    uint itemCount;
    uint faceCount;  // items of one probe
    uint firstItem;  // of the whole batch, for partials and counts
    uint firstBlock; // of the item, for a part of a face
    uint blocksPerItem;
    uint itemTexels;   // from item to item
    uint topOffset;    // texel of the quarter's row 0 in the upper half; rows go upwards
    uint bottomOffset; // texel of the quarter's row 0 in the lower half; rows go downwards
    uint leftColumn;   // x of the quarter's column 0 in the left half
    uint rightColumn;
    uint width; // of the face
    uint height;
    uint weightOffset;      // geometry: pair of weight and cosine of (row, column), for the quarter's row 0, in pairs
    uint geometryRowPairs;  // from row to row; an equirect map has one a row
    uint rowPositionOffset; // of an equirect map: one a row
    uint factorOffset;      // of (term, column)
    uint factorStride;      // from term to term
    uint tableOffset;       // 256 floats, for bytes
    uint zeroNegative;
    uint maximumBits;
    float reciprocalSize; // 1 / n of a cubemap
    uint termOffset;      // of whole probes: moment and factor, in pairs
    uint firstTermOffset; // the first term of each coefficient, and the end
    uint termCount;
    uint scaleBits; // the last factor
};
PN_SHARED_SIZE(ShProjectParams, 120)

// Push constants of sh_combine and sh_finalize.
struct ShReduceParams
{
    uint itemCount;        // sh_combine: partials to make; sh_finalize: probes
    uint itemsPerGroup;    // of a workgroup
    uint partialsPerItem;  // sh_combine: to add up; a power of two
    uint floatsPerPartial; // sh_combine
    uint termOffset;       // sh_finalize: as of ShProjectParams, these four
    uint firstTermOffset;
    uint termCount;
    uint scaleBits;
};
PN_SHARED_SIZE(ShReduceParams, 32)

PN_SHARED_CONST uint kCombinePartials = 32u; // sh_combine adds up to this many into one

PN_SHARED_CONST uint kMaxFinishTerms = 230u; // of a cubemap's 25 coefficients
PN_SHARED_CONST uint kMaxFinishFirstTerms = 26u;
PN_SHARED_CONST uint kMaxFinalizeMoments = 768u; // floats that a workgroup of sh_finalize has room for

PN_SHARED_END

#endif
