// What the scan kernels, those built on them, and their host agree on.
#ifndef PN_SHARED_LAB_SCAN_H
#define PN_SHARED_LAB_SCAN_H

#include "lab/shaders/lab_reduce.h"

PN_SHARED_BEGIN

PN_SHARED_CONST uint kLabLanes = 256u; // per group: a fixed number, so that the tiles depend on nothing but the length

// Elements of one group's tile.
PN_SHARED_CONST uint kLabHillisSteeleTile = 256u;   // one per lane
PN_SHARED_CONST uint kLabBlellochTile = 512u;       // two per lane
PN_SHARED_CONST uint kLabRows = 4u;                 // of a large tile; a lane holds one vector of each
PN_SHARED_CONST uint kLabRowVectors = kLabLanes;    // of four elements
PN_SHARED_CONST uint kLabTile = 4096u;              // 4 rows * 256 lanes * 4 elements
PN_SHARED_CONST uint kLabChainTile = 8192u;         // twice as many rows, of the chained rung
PN_SHARED_CONST uint kLabOrderedChainTile = 16384u; // of float sums, whose chain is slower: fewer tiles

// Chunks of reduce-then-scan: enough groups to fill the largest GPU tried twice, and one tile holds all their sums.
PN_SHARED_CONST uint kLabMostChunks = 2048u;

// Descriptor set 0
PN_SHARED_CONST uint kLabScanInput = 0u;
PN_SHARED_CONST uint kLabScanOutput = 1u;
PN_SHARED_CONST uint kLabScanSums = 2u;   // one per tile or per chunk
PN_SHARED_CONST uint kLabChainState = 3u; // see chain.glsl; zero before the dispatch

// Specialization constants; 1 is that of lab_reduce.h.
PN_SHARED_CONST uint kLabSpecExclusive = 2u;    // 1: an element's own value is not in its result
PN_SHARED_CONST uint kLabSpecTileElements = 3u; // of the kernel whose tiles scan_add completes
PN_SHARED_CONST uint kLabSpecPatience = 3u;     // polls before a group helps the one it waits for
PN_SHARED_CONST uint kLabSpecReversed = 4u;     // 1: tiles are taken from the last to the first, for a test

// Push constants
struct LabScanParams
{
    uint count;      // elements
    uint tileCount;  // tiles of this kernel's size; a grid of two sides may have some more groups
    uint chunkTiles; // consecutive tiles per group of reduce-then-scan
};
PN_SHARED_SIZE(LabScanParams, 12)

PN_SHARED_CONST uint kLabChainWords = 2u; // of the chain's state, per tile

PN_SHARED_END

#endif
