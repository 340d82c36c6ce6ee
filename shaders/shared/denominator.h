// What denominator.comp and its host agree on.
#ifndef PN_SHARED_DENOMINATOR_H
#define PN_SHARED_DENOMINATOR_H

#include "lang.h"

PN_SHARED_BEGIN

// Descriptor set 0
PN_SHARED_CONST uint kDenominatorInput = 0u; // coefficients
PN_SHARED_CONST uint kDenominatorOutput = 3u;

// De-ringing: widths of the window are multiples of 1 / kDeringSteps.
PN_SHARED_CONST uint kDeringSteps = 1024u;
PN_SHARED_CONST uint kDeringLanes = 32u;   // of a cubemap
PN_SHARED_CONST uint kDeringCubemaps = 4u; // of a workgroup; with one, a device may run too few lanes at once
PN_SHARED_CONST uint kDeringStarts = 27u;  // the neighbours in a 3 x 3 x 3 grid, but for its centre
PN_SHARED_CONST uint kDeringCentre = 13u;
PN_SHARED_CONST uint kDeringMoves = 24u;
PN_SHARED_CONST float kDeringMargin = 0.0009765625f; // of a bound, for rounding; numbers here are below 2

// Magnitudes below these become +0, so that no device meets a denormal; docs/normalization.md, section 6.
PN_SHARED_CONST uint kTinyPolynomialBits = 0x12800000u; // 2^-90
PN_SHARED_CONST uint kTinySearchBits = 0x2b800000u;     // 2^-40, where the largest is between 1 and 2

// A denominator is, for each channel and face, a polynomial of the direction in the face's frame:
//   q0 + q1 c + q2 a + q3 b + q4 c^2 + q5 ac + q6 a^2 + q7 bc + q8 ab
PN_SHARED_CONST uint kPolynomialWords = 9u;
PN_SHARED_CONST uint kChannelWords = 54u; // six faces
PN_SHARED_CONST uint kFloorWord = 162u;   // the least denominator of each channel
PN_SHARED_CONST uint kUsedWords = 165u;
PN_SHARED_CONST uint kDenominatorWords = 168u; // from one denominator to the next

// Push constants
struct DenominatorParams
{
    uint isRgb;
    uint derings;
    float weightR; // of the channels in their scalar
    float weightG;
    float weightB;
    float scaleConstant; // of the harmonics' polynomials 1; x y z; xy yz xz; 3 z^2 - 1; x^2 - y^2, lobe included
    float scaleLinear;
    float scaleMixed;
    float scaleZonal;
    float scaleSectoral;
    float addend;
    float floor; // share of the average
    float least;
    uint outputOffset;      // words, of the first cubemap
    uint stepOffset;        // words: the step of the first cubemap's de-ringing window; those of the others follow
    uint coefficientStride; // floats from one cubemap's coefficients to the next one's
    uint cubemapCount;
};
PN_SHARED_SIZE(DenominatorParams, 68)

PN_SHARED_END

#endif
