// What prefilter_sum.comp and its host agree on.
#ifndef PN_SHARED_PREFILTER_SUM_H
#define PN_SHARED_PREFILTER_SUM_H

#include "kernel.h"

PN_SHARED_BEGIN

// Descriptor set 0
PN_SHARED_CONST uint kSumLights = 0u;  // what prefilter_source wrote
PN_SHARED_CONST uint kSumTiles = 1u;   // levels, symmetries, tiles and their nodes
PN_SHARED_CONST uint kSumWeights = 2u; // of the nodes, four each
PN_SHARED_CONST uint kSumOutput = 3u;  // texels of the mip

PN_SHARED_CONST uint kSpecTarget = 2u; // kTexel... of the mip

PN_SHARED_CONST uint kTileChunks = 8u;  // as PrefilterTile has them
PN_SHARED_CONST uint kTileTexels = 4u;  // 2 x 2
PN_SHARED_CONST uint kTileImages = 8u;  // images of a tile on one face, which a workgroup makes
PN_SHARED_CONST uint kMostPlaces = 72u; // levels * faces
PN_SHARED_CONST uint kTileWords = 4u;   // x, y, first and last node

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
    uint size; // of the mip
};
PN_SHARED_SIZE(PrefilterSumParams, 36)

PN_SHARED_END

#endif
