// What bc6h_encode.comp, its twin and its host agree on.
#ifndef PN_SHARED_BC6H_ENCODE_H
#define PN_SHARED_BC6H_ENCODE_H

#include "kernel.h"

PN_SHARED_BEGIN

// Efforts: PN_BC6H_EFFORT_*.
PN_SHARED_CONST uint kBc6hLow = 1u;
PN_SHARED_CONST uint kBc6hMiddle = 2u;
PN_SHARED_CONST uint kBc6hHigh = 3u;

// Texels of a block are differences from its least one in half steps of the half's bits, and are shifted until they are
// no larger than twice this, so that no sum of squares overflows.
PN_SHARED_CONST int kBc6hMostRange = 5800;
PN_SHARED_CONST int kBc6hOvershoot = 400; // of endpoints, in these units

PN_SHARED_CONST uint kBc6hAxisSteps = 2u; // of the power method

// What high tries.
PN_SHARED_CONST uint kBc6hLikelyShapes = 12u;
PN_SHARED_CONST uint kBc6hBestShapes = 3u; // of them, each by its likely modes, too
PN_SHARED_CONST uint kBc6hLikelyModes = 2u;
PN_SHARED_CONST uint kBc6hPolishRounds = 2u;

PN_SHARED_CONST int kBc6hMostLoss = 8191; // of an endpoint, so that no sum of twelve squares overflows

// Descriptor set 0
PN_SHARED_CONST uint kBc6hTexels = 0u; // RGBA16F
PN_SHARED_CONST uint kBc6hTables = 1u;
PN_SHARED_CONST uint kBc6hBlocks = 2u;

PN_SHARED_CONST uint kBc6hGroupSize = 64u; // lanes; each keeps its texels in shared memory

// Specialization constants
PN_SHARED_CONST uint kSpecBc6hEffort = 1u;
PN_SHARED_CONST uint kSpecBc6hSigned = 2u;

PN_SHARED_CONST uint kBc6hModes = 14u;

// Where things are in the tables, in words.
PN_SHARED_CONST uint kBc6hShapes = 0u;
PN_SHARED_CONST uint kBc6hAnchors = 32u;
PN_SHARED_CONST uint kBc6hFromCoarse = 64u; // 10 modes of two subsets, 4 of one
PN_SHARED_CONST uint kBc6hCodes = 78u;
PN_SHARED_CONST uint kBc6hBits = 92u;       // of endpoints, of red's deltas, green's and blue's: a byte each
PN_SHARED_CONST uint kBc6hRunBegins = 106u; // of each mode, and the last one's end
PN_SHARED_CONST uint kBc6hRuns = 121u;      // value, lowest bit, count, whether the highest comes first: a byte each
PN_SHARED_CONST uint kBc6hTableWords = 512u;

// Push constants
struct Bc6hParams
{
    uint width; // texels
    uint height;
    uint columns; // of blocks
    uint blockCount;
};
PN_SHARED_SIZE(Bc6hParams, 16)

PN_SHARED_END

#endif
