// What normalize.comp and its host agree on. What it divides by is laid out in denominator.h.
#ifndef PN_SHARED_NORMALIZE_H
#define PN_SHARED_NORMALIZE_H

#include "denominator.h"
#include "kernel.h"

PN_SHARED_BEGIN

// Descriptor set 0
PN_SHARED_CONST uint kNormalizeTexels = 0u;
PN_SHARED_CONST uint kNormalizeGeometry = 1u; // tables
PN_SHARED_CONST uint kNormalizeOutput = 2u;   // texels
PN_SHARED_CONST uint kNormalizeDenominators = 3u;

// Specialization constants beside kSpecGroupSize, kSpecClamps and kSpecExactHalves
PN_SHARED_CONST uint kSpecRgb = 1u;      // 1: one denominator per channel
PN_SHARED_CONST uint kSpecLaneRows = 4u; // rows of the quarter face that one lane works on
PN_SHARED_CONST uint kSpecOneFace = 5u;  // 1: groupFacesLog2 is 0, so that all lanes of a workgroup share polynomials

// Push constants. Offsets into the texels are in texels and may wrap, those into the tables in words.
struct NormalizeParams
{
    uint columns; // of the quarter face
    uint rowBegin;
    uint rowEnd;
    uint laneColumnsLog2; // columns as lanes count them
    uint groupFacesLog2;  // faces of a workgroup; of large faces, it has a part of one
    uint faceCount;       // of this dispatch
    uint firstFace;       // counted through all cubemaps of a batch
    uint faceTexels;      // from face to face
    uint rowTexels;       // from row to row
    uint topOffset;       // of the quarter's row 0 in the upper half; rows go upwards
    uint bottomOffset;    // of the quarter's row 0 in the lower half; rows go downwards
    uint leftColumn;      // x of the quarter's column 0 in the left half
    uint rightColumn;
    uint cosineOffset; // of (row, column), for the quarter's row 0
    uint geometryRowWords;
    uint rowPositionOffset; // of rows and of columns: a face is square
    uint tableOffset;       // kByteValues floats, for bytes
    uint alphaTableOffset;  // the same for alpha, which is linear in all formats
    uint denominatorOffset; // of the first cubemap
    uint zeroNegative;
    uint maximumBits;
};
PN_SHARED_SIZE(NormalizeParams, 84)

PN_SHARED_END

#endif
