// What prefilter_source.comp and its host agree on.
#ifndef PN_SHARED_PREFILTER_SOURCE_H
#define PN_SHARED_PREFILTER_SOURCE_H

#include "kernel.h"

PN_SHARED_BEGIN

// Descriptor set 0
PN_SHARED_CONST uint kSourceTexels = 0u; // of all cubemaps
PN_SHARED_CONST uint kSourceTables = 1u; // values of bytes, and what a level gathers
PN_SHARED_CONST uint kSourceNodes = 2u;  // lights, r g b 0, and the least texel of each cubemap
PN_SHARED_CONST uint kSourceOutput = 3u; // of kPartCopy: texels of a mip

// Specialization constants
PN_SHARED_CONST uint kSpecPart = 1u;
PN_SHARED_CONST uint kSpecFormat = 2u;      // kTexel... of the source
PN_SHARED_CONST uint kSpecInterleaved = 3u; // cubemaps whose nodes lie side by side
PN_SHARED_CONST uint kSpecTarget = 4u;      // kTexel... of a mip

// The kernel's parts, in their order; kPartLevel once per level.
PN_SHARED_CONST uint kPartLeast = 0u;  // the least texel
PN_SHARED_CONST uint kPartTexels = 1u; // texels less the least one
PN_SHARED_CONST uint kPartLevel = 2u;  // what a level gathers from the one below
PN_SHARED_CONST uint kPartCopy = 3u;   // texels as those of a mip without a lobe

PN_SHARED_CONST uint kSourceGroupSize = 128u;
PN_SHARED_CONST uint kLevelBlock = 8u;    // nodes along an edge that a workgroup makes
PN_SHARED_CONST uint kMostLines = 32u;    // of the level below that these gather; at most 29 do
PN_SHARED_CONST uint kTexelsPerLane = 8u; // of kPartLeast
PN_SHARED_CONST uint kLeastWords = 4u;    // per cubemap: keys of r, g, b

// Bits of floats; core/prefilter/node_grid.h
PN_SHARED_CONST uint kLeastNodeLightBits = 0x21800000u; // 2^-60

// Push constants. A block holds the nodes of kSpecInterleaved cubemaps side by side.
struct PrefilterSourceParams
{
    uint firstCubemap; // of this dispatch, among all
    uint texelCount;   // of a cubemap
    uint tableOffset;  // kByteValues floats, for bytes
    uint gatherOffset; // words: first source, begin and end of the weights per row of the level
    uint weightOffset; // words
    uint blockNodes;   // of a block, per cubemap; nodes are counted in vec4
    uint firstNode;    // of the first block
    uint leastOffset;  // words of the nodes' buffer
    uint below;        // first node of the level below, and its nodes along an edge
    uint belowSize;
    uint here; // the same of the level
    uint hereSize;
    uint zeroNegative;
    uint maximumBits;
    uint copyBegin; // of kPartCopy: texels of a cubemap
    uint copyEnd;
};
PN_SHARED_SIZE(PrefilterSourceParams, 64)

PN_SHARED_END

#endif
