// What prefilter_sum.comp and its host agree on.
#ifndef PN_SHARED_PREFILTER_SUM_H
#define PN_SHARED_PREFILTER_SUM_H

#include "prefilter_source.h"

PN_SHARED_BEGIN

// Descriptor set 0
PN_SHARED_CONST uint kSumLights = 0u;  // what prefilter_source wrote
PN_SHARED_CONST uint kSumTiles = 1u;   // levels, symmetries, tiles and their nodes
PN_SHARED_CONST uint kSumWeights = 2u; // of the nodes, as PrefilterWords has them, four by four
PN_SHARED_CONST uint kSumOutput = 3u;  // texels of the mip

// Specialization constants: kSpecInterleaved and kSpecTarget of prefilter_source

PN_SHARED_CONST uint kTileChunks = 16u; // as PrefilterTile has them
PN_SHARED_CONST uint kTileQuad = 4u;    // texels along an edge, and nodes whose weights lie together
PN_SHARED_CONST uint kTileWords = 4u;   // x, y, first and last node
PN_SHARED_CONST uint kMostPlaces = 72u; // levels * faces
PN_SHARED_CONST uint kSumGroupSize = 128u;
PN_SHARED_CONST uint kMostImages = 8u; // of a workgroup: 8 / kSpecInterleaved
PN_SHARED_CONST uint kSymmetriesPerFace = 8u;

// In the words of kSumTiles: first node and size of each level, the images of the faces under each symmetry, tiles,
// nodes. A face's image: face | swaps << 3 | mirrors i << 4 | mirrors j << 5.
struct PrefilterSumParams
{
    uint firstCubemap; // of this dispatch, among all
    uint blockNodes;   // as in PrefilterSourceParams
    uint firstNode;
    uint leastOffset;
    uint levels;
    uint symmetryOffset; // words of the tiles' buffer
    uint tileOffset;
    uint nodeOffset;
    uint size;          // of the mip
    uint firstSymmetry; // of this dispatch: 8 times the first face
};
PN_SHARED_SIZE(PrefilterSumParams, 40)

PN_SHARED_END

#endif
