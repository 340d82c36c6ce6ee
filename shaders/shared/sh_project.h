// What sh_project.comp and its host agree on.
#ifndef PN_SHARED_SH_PROJECT_H
#define PN_SHARED_SH_PROJECT_H

#include "kernel.h"

PN_SHARED_BEGIN

PN_SHARED_CONST uint kUnusedFloats = 4u; // what arrays take that a variant has no use for
PN_SHARED_CONST uint kMaxScratchFloats = 4096u - kByteValues - kUnusedFloats; // every device has 16 KiB

// A term of a column's moment below this magnitude becomes +0, so that no device meets a denormal; docs/math.md,
// section 6.
PN_SHARED_CONST uint kTinyProductBits = 0x0c000000u; // 2^-103

// Descriptor set 0
PN_SHARED_CONST uint kProjectTexels = 0u;
PN_SHARED_CONST uint kProjectGeometry = 1u; // geometry, tables and terms
PN_SHARED_CONST uint kProjectOutput = 2u;   // partials or coefficients
PN_SHARED_CONST uint kProjectCounts = 3u;   // kCountWords per probe

// Specialization constants beside those of kernel.h
PN_SHARED_CONST uint kSpecScratchFloats = 4u; // at least 3 per lane; less of it lets more workgroups run at once
PN_SHARED_CONST uint kSpecEquirect = 5u;      // 1: an equirectangular map
PN_SHARED_CONST uint kSpecProbes = 6u;        // whole cubemaps that a workgroup projects and finishes; 0: none

PN_SHARED_CONST uint kCountNonFinite = 0u;
PN_SHARED_CONST uint kCountNegative = 1u;
PN_SHARED_CONST uint kCountClamped = 2u;
PN_SHARED_CONST uint kCountFirstBad = 3u; // ~index of the first non-finite texel, face by face; 0 for none
PN_SHARED_CONST uint kCountWords = 4u;

// Push constants. Offsets into buffers are in words of 4 bytes where nothing else is said, and may wrap.
struct ShProjectParams
{
    uint columns; // of the quarter face
    uint rows;
    uint segmentsLog2;
    uint laneColumnsLog2; // lanes of one segment
    uint groupLanesLog2;  // lanes of one face in a workgroup
    uint faceCount;       // of this dispatch
    uint facesPerProbe;
    uint firstFace;  // of the whole batch, for partials and counts
    uint firstBlock; // of the face, where the dispatch takes only some of its rows
    uint blocksPerFace;
    uint faceTexels;   // from face to face
    uint topOffset;    // texel of the quarter's row 0 in the upper half; rows go upwards
    uint bottomOffset; // texel of the quarter's row 0 in the lower half; rows go downwards
    uint leftColumn;   // x of the quarter's column 0 in the left half
    uint rightColumn;
    uint width; // of the face
    uint height;
    uint weightOffset;      // geometry: pair of weight and cosine of (row, column), for the quarter's row 0, in pairs
    uint geometryRowPairs;  // from row to row; an equirectangular map has one per row
    uint rowPositionOffset; // of an equirectangular map: one per row
    uint factorOffset;      // of (term, column)
    uint factorStride;      // from term to term
    uint tableOffset;       // kByteValues floats, for bytes
    uint zeroNegative;
    uint maximumBits;
    float reciprocalSize; // 1 / n of a cubemap
    uint termOffset;      // from here on where the workgroup finishes its probes: as of ShFinalizeParams
    uint firstTermOffset;
    uint termCount;
    uint scaleBits;
};
PN_SHARED_SIZE(ShProjectParams, 120)

PN_SHARED_END

#endif
